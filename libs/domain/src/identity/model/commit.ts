import type { ConsentEntry } from '../../consent/consent.ts';
import type { HeadChange, HeadTally } from '../../consent/head-tally.ts';
import type { ChangeEvent } from './change-event.ts';
import type { Umdid, Umid } from './ids.ts';
import type { Device, Identifier, Link, StoredProfile } from './profile.ts';

/** A value to store, with the version that must be there until then; null where nothing may be there. */
export interface Put<T> {
  readonly value: T;
  readonly expected: number | null;
}

/** Makes an identifier belong to a profile; `expected` is the umid that it belonged to, null for nobody. */
export interface IdentifierPut extends Identifier {
  readonly umid: Umid;
  readonly expected: Umid | null;
}

/**
 * Makes an identifier belong to nobody, where it belongs to one of these umids (a profile and those it absorbed);
 * elsewhere nothing happens. It is no precondition.
 */
export interface Release extends Identifier {
  readonly from: readonly Umid[];
}

/** Records that a profile has a value of a `shared` identifier; such a value may have many holders. */
export interface SharedHolding extends Identifier {
  readonly umid: Umid;
  readonly lastSeen: number;
}

/** What a decision was made from and does not write: it must still have that version. */
export type Guard =
  | { readonly kind: 'profile'; readonly umid: Umid; readonly version: number }
  | { readonly kind: 'device'; readonly umdid: Umdid; readonly version: number };

/**
 * Everything that a decision wants written, with what it took for granted. A store applies all of it in one
 * transaction, or, where a single precondition fails, nothing.
 */
export interface Commit {
  readonly profiles: readonly Put<StoredProfile>[];
  readonly devices: readonly Put<Device>[];
  readonly identifiers: readonly IdentifierPut[];
  readonly released: readonly Release[];
  readonly shared: readonly SharedHolding[];
  readonly links: readonly Link[];
  readonly consent: readonly ConsentEntry[];
  /** The consent chains that the profiles begin, go on with or end: what the tallies of their buckets change by. */
  readonly heads: readonly HeadChange[];
  /** The tallies with these changes; a store writes them with the rest. */
  readonly tallies: readonly Put<HeadTally>[];
  readonly changes: readonly ChangeEvent[];
  readonly guards: readonly Guard[];
}

export const EMPTY_COMMIT: Commit = {
  profiles: [],
  devices: [],
  identifiers: [],
  released: [],
  shared: [],
  links: [],
  consent: [],
  heads: [],
  tallies: [],
  changes: [],
  guards: [],
};

/** Whether there is nothing to write; what would have to be so for it does not matter then. */
export const isEmptyCommit = ({ guards: _, ...written }: Commit): boolean =>
  Object.values(written).every((part: readonly unknown[]) => part.length === 0);

/** Commits about different profiles and identifiers as one, which holds whole or not at all. */
export const uniteCommits = (commits: readonly Commit[]): Commit => ({
  profiles: commits.flatMap(({ profiles }) => profiles),
  devices: commits.flatMap(({ devices }) => devices),
  identifiers: commits.flatMap(({ identifiers }) => identifiers),
  released: commits.flatMap(({ released }) => released),
  shared: commits.flatMap(({ shared }) => shared),
  links: commits.flatMap(({ links }) => links),
  consent: commits.flatMap(({ consent }) => consent),
  heads: commits.flatMap(({ heads }) => heads),
  tallies: commits.flatMap(({ tallies }) => tallies),
  changes: commits.flatMap(({ changes }) => changes),
  guards: commits.flatMap(({ guards }) => guards),
});
