import { memberFaults } from '@kith/contracts';
import { answer, badRequest } from '@kith/platform';
import type { Deadline, Exchange, Logger } from '@kith/platform';
import type { z } from 'zod';

/** A call of an internal route, read and let in. */
export interface InternalCall {
  readonly body: string;
  readonly deadline: Deadline;
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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest([{ pointer: '', detail: 'not JSON' }]);
  }
};

/** Answers a call with JSON that nobody may keep. */
export const answerJson = (exchange: Exchange, value: unknown): void =>
  answer(
    exchange,
    200,
    ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
    JSON.stringify(value),
  );
