import { memberFaults } from '@kith/contracts';
import { badRequest, parseJson, readBody } from '@kith/platform';
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
