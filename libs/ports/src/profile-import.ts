import type { Scope } from './scope.ts';

/** A line of a file as it was read: members by their names, of any type; nothing of it is checked yet. */
export type ImportLine = Readonly<Record<string, unknown>>;

/** What lines tell of: the permissions of profiles, or their identifiers and attributes. */
export type ImportKind = 'permissions' | 'profiles';

/** Some lines, in the order of their file. */
export interface ImportBatch {
  /**
   * Names the batch in all calls about it: 1 to 64 characters, another for each. Without it each call counts by itself.
   */
  readonly id?: string | undefined;
  readonly kind: ImportKind;
  readonly lines: readonly ImportLine[];
}

/** A line of which nothing was taken: its place in the batch, from 0, and why; the reason repeats no value. */
export interface RefusedLine {
  readonly index: number;
  readonly reason: string;
}

/** Outcome of each line of a batch. */
export interface Imported {
  /** They changed what they told of. */
  readonly taken: number;
  /** Something later stands. What they told of permissions is in the history. */
  readonly outdated: number;
  /** They had been told before. */
  readonly unchanged: number;
  /** In the order of the lines. */
  readonly refused: readonly RefusedLine[];
}

/** Takes what other systems know of persons (docs/behaviour.md#order-of-changes). */
export interface ProfileImport {
  /**
   * Takes a batch, durably before it returns. A line that was taken changes nothing when it comes again, so a batch of
   * which nobody knows what became of it is taken once more: by its id it is known, and the answer says what all of its
   * calls did, as far as they came to the same process. Rejects with `Unavailable` where a store does not answer, or
   * not in time.
   */
  take(scope: Scope, batch: ImportBatch): Promise<Imported>;
}
