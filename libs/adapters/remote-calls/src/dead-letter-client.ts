import { randomUUID } from 'node:crypto';
import {
  deadLettersChangedSchema,
  deadLetterShownSchema,
  deadLettersListedSchema,
  DROP_DEAD_LETTERS_PATH,
  LIST_DEAD_LETTERS_PATH,
  REPLAY_DEAD_LETTERS_PATH,
  SHOW_DEAD_LETTER_PATH,
} from '@kith/contracts';
import type { Deadline, DeadLetterAdministration } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** Dead letters as an administrator reaches them by way of the resolver. */
export interface DeadLetterClient extends DeadLetterAdministration {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createDeadLetterClient = (options: ResolverClientOptions): DeadLetterClient => {
  const { post, close } = createSignedCalls(options);
  const call = <Answer>(
    deadline: Deadline,
    path: string,
    body: unknown,
    answer: { parse(value: unknown): Answer },
  ): Promise<Answer> =>
    post({ path, body, requestId: randomUUID(), deadline, parse: (value) => answer.parse(value) });
  return {
    list: (deadline, page) => call(deadline, LIST_DEAD_LETTERS_PATH, page, deadLettersListedSchema),
    show: async (deadline, id) =>
      (await call(deadline, SHOW_DEAD_LETTER_PATH, { id }, deadLetterShownSchema)).letter,
    replay: (deadline, ids, caller) =>
      call(deadline, REPLAY_DEAD_LETTERS_PATH, { ids, caller }, deadLettersChangedSchema),
    drop: (deadline, ids, caller) =>
      call(deadline, DROP_DEAD_LETTERS_PATH, { ids, caller }, deadLettersChangedSchema),
    close,
  };
};
