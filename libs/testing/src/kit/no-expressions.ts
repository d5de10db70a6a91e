import type { Expressions } from '@kith/ports';

/** For tests whose configuration has no expressions: nobody evaluates anything. */
export const NO_EXPRESSIONS: Expressions = {
  evaluate: async (_deadline, questions) => questions.map(() => ({ kind: 'failed', why: 'busy' })),
};
