import type { Identifier, Umdid, Umid } from '@kith/domain/identity';
import type {
  AccountName,
  BotKind,
  EnrichmentStep,
  EnrichmentType,
  EnrichmentValues,
} from '@kith/domain/pipeline';
import type { Deadline } from './scope.ts';

/** What a request shows that outside knowledge can be found by. */
export interface EnrichmentQuestion {
  readonly account: AccountName;
  readonly pipeline: string;
  readonly umdid: Umdid;
  readonly umid: Umid;
  /**
   * The visitor's address as far as proxies are trusted; it is never stored (docs/behaviour.md#what-is-never-stored).
   * '' where the connection is gone.
   */
  readonly address: string;
  /** '' where the request had none. */
  readonly userAgent: string;
  /**
   * Those of the profile where the answer shows them, else those of the request, normalised; the request's first, in
   * the pipeline's order of priority.
   */
  readonly identifiers: readonly Identifier[];
  /** The profile's attributes, as far as the answer shows them. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What a source knows, that it knows nothing, or why nobody can say. */
export type EnrichmentOutcome =
  /** By the source's own names: the step's `names` say which of them count, and how they are shown. */
  | { readonly kind: 'found'; readonly values: EnrichmentValues }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly why: 'error' | 'tooLong' | 'tooLarge' | 'refused' };

/**
 * Knowledge from elsewhere that a step of a pipeline adds to a request (docs/behaviour.md#enrichment). The step goes
 * with each question, so that reading the configuration again needs nothing of a source that has no files of its own.
 * Budget, cache, rest after failures, fallback and counting are the asker's.
 */
export interface EnrichmentSource<S extends EnrichmentStep = EnrichmentStep> {
  /**
   * What the answer hangs on: questions with the same key have the same answer for as long as the step remembers it.
   * null: the question names nothing that could be looked for, and nobody is asked.
   */
  keyOf(step: S, question: EnrichmentQuestion): string | null;
  /**
   * Never throws; what it does not know by the deadline it gives up. What is known without waiting is answered at once:
   * it costs no timer. The deadline lies behind the step's budget: what comes too late for a request is remembered.
   */
  look(
    deadline: Deadline,
    step: S,
    question: EnrichmentQuestion,
  ): EnrichmentOutcome | Promise<EnrichmentOutcome>;
}

/** The source behind each type of step. */
export type EnrichmentSources = {
  readonly [T in EnrichmentType]: EnrichmentSource<Extract<EnrichmentStep, { readonly type: T }>>;
};

/** Tells by its `User-Agent` header what is no person with a browser, at once. */
export interface BotDetection {
  /** null: as far as the header tells, a person with a browser, or an app. */
  kindOf(userAgent: string): BotKind | null;
}
