import { PROBLEM_CODES, type ProblemCode } from '@kith/contracts';
import { ConfigurationError, Problem } from '@kith/platform';
import { Unavailable } from '@kith/ports';

/** The code that stands for an error: of a problem its own, also where another process answered with it. */
export const failureCode = (error: unknown): ProblemCode => {
  if (error instanceof ConfigurationError) return 'bad_configuration';
  if (error instanceof Problem) return known(error.code) ?? 'command_failed';
  if (error instanceof Unavailable) return known(error.code) ?? 'unavailable';
  return 'command_failed';
};

/** A newer app may have codes that this command does not know. */
const known = (code: string | undefined): ProblemCode | undefined =>
  PROBLEM_CODES.find((one) => one === code);
