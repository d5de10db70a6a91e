import type { AccountName } from '@kith/domain/pipeline';

/** The moment by which an answer is due. */
export interface Deadline {
  /** Milliseconds left; 0 once it has passed. */
  remainingMs(): number;
}

/**
 * What every call to a store carries: the account that it is confined to, and how long it may take.
 * A store never sees a key without its account, so that no caller can forget to isolate.
 */
export interface Scope {
  readonly account: AccountName;
  readonly deadline: Deadline;
}

/** A store, the log or the resolver did not answer in time or not at all: a fault, never the caller's. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly dependency: string;
  /** That of the problem which the dependency answered with, where it did. */
  readonly code: string | undefined;

  constructor(dependency: string, reason: string, options?: ErrorOptions & { readonly code?: string }) {
    super(`${dependency}: ${reason}`, options);
    this.dependency = dependency;
    this.code = options?.code;
  }
}
