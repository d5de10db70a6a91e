import type { EpochMs } from '@kith/domain/identity';
import type { MappingRule } from '@kith/domain/pipeline';
import type { Members } from '@kith/domain/tracking';
import type { Deadline } from './scope.ts';

/** An element of `data` that has a data layer, and the own mappings of its pipeline, which are asked in order. */
export interface MappingQuestion {
  readonly pipeline: string;
  readonly mappings: readonly MappingRule[];
  readonly element: Members;
  /** When the edge received it. */
  readonly receivedAt: EpochMs;
}

/**
 * Why no mapping could say anything: it failed, took too long, made too much, ended the process that it ran in, found
 * no place in time, or is left alone for a while after it took too long again and again.
 */
export type MappingFailure = 'error' | 'tooLong' | 'tooLarge' | 'crashed' | 'busy' | 'resting';

/** What the first mapping that made something made; or that none knows the element; or why nobody can say. */
export type MappingOutcome =
  | { readonly kind: 'made'; readonly mapping: string; readonly output: unknown }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly why: MappingFailure };

/** Own mappings of data layers, evaluated apart from the event loop, bounded in time and size. */
export interface DataLayerMapping {
  /** Never throws, and answers well before the deadline. */
  map(deadline: Deadline, question: MappingQuestion): Promise<MappingOutcome>;
}

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
