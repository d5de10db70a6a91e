import { memberFaults } from '@kith/contracts';
import { answer, badRequest, readBody } from '@kith/platform';
import type { Exchange } from '@kith/platform';
import type { z } from 'zod';

/** The most that a call may bring, in bytes; a longer password is told by its rules what is wrong with it. */
const CALL_BYTES = 262_144;

/** The call as its schema has it; a 400 that names what is wrong where it is none. */
export const readCall = async <S extends z.ZodType>(
  { request }: Exchange,
  schema: S,
): Promise<z.output<S>> => {
  const parsed = schema.safeParse(parseJson((await readBody(request, CALL_BYTES)).toString('utf8')));
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

/** Answers a call of an administrator. */
export const answerJson = (exchange: Exchange, value: unknown): void =>
  answer(
    exchange,
    200,
    ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
    JSON.stringify(value),
  );
