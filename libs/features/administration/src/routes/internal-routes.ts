import { memberFaults } from '@kith/contracts';
import { badRequest, parseJson, type Deadline, type Logger } from '@kith/platform';
import type { z } from 'zod';

/** A call of an internal route, read and let in. */
export interface InternalCall {
  readonly body: string;
  readonly deadline: Deadline;
  /** What the caller waits for, also where that is longer than a request of a visitor may take. */
  readonly patience: Deadline;
  readonly log: Logger;
}

/** Does what is asked, and gives what the answer says. */
export type InternalRoute = (call: InternalCall) => Promise<unknown>;

/** The body as the schema has it; a 400 that names each offending member where it is otherwise. */
export const readCall = <S extends z.ZodType>(schema: S, body: string): z.output<S> => {
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw badRequest(memberFaults(parsed.error));
  return parsed.data;
};
