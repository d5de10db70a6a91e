import type { MappingFailure } from './data-layer-mapping.ts';
import type { Deadline } from './scope.ts';

/** An expression of the configuration and what it is to say something about. */
export interface ExpressionQuestion {
  /** Whose expression it is: what takes too long again and again rests by this name, and nobody else's with it. */
  readonly owner: string;
  /** JSONata, read without fault when the configuration was. */
  readonly expression: string;
  /** Plain JSON; an expression that makes nothing of it has the output undefined. */
  readonly input: unknown;
}

/** What the expression made, or why nobody can say. */
export type ExpressionOutcome =
  | { readonly kind: 'made'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly why: MappingFailure };

/** Expressions of the configuration, evaluated apart from the event loop, bounded in time and size. */
export interface Expressions {
  /** One round trip for all questions, answered in their order. Never throws, and answers well before the deadline. */
  evaluate(
    deadline: Deadline,
    questions: readonly ExpressionQuestion[],
  ): Promise<readonly ExpressionOutcome[]>;
}
