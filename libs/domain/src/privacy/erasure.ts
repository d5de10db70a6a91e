import type { EpochMs } from '../epoch.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { Profile } from '../identity/model/profile.ts';

/** How many of each thing an erasure has removed. */
export interface ErasedCounts {
  /** Living profiles and redirects. */
  readonly profiles: number;
  readonly identifiers: number;
  readonly sharedHoldings: number;
  readonly devices: number;
  readonly links: number;
  readonly consentEntries: number;
  readonly activities: number;
  readonly events: number;
  /** Change events that had not been published yet. */
  readonly changes: number;
  /** Records of a log of Kith's own, which could be removed before their time. */
  readonly logRecords: number;
  /** What waited for a destination, or was laid aside; absent in what was counted before there were destinations. */
  readonly parcels?: number;
}

export const NOTHING_ERASED: ErasedCounts = {
  profiles: 0,
  identifiers: 0,
  sharedHoldings: 0,
  devices: 0,
  links: 0,
  consentEntries: 0,
  activities: 0,
  events: 0,
  changes: 0,
  logRecords: 0,
  parcels: 0,
};

const COUNTED = Object.keys(NOTHING_ERASED) as readonly (keyof ErasedCounts)[];

/** Both counts together. */
export const addCounts = (a: ErasedCounts, b: Partial<ErasedCounts>): ErasedCounts => ({
  ...NOTHING_ERASED,
  ...Object.fromEntries(COUNTED.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)])),
});

/** An erasure under way: the person is suppressed and answers nobody any more; what is left is removed step by step. */
export interface Erasure {
  /** Random. */
  readonly id: string;
  /** The umid that lived, then all that merges had brought to it. */
  readonly umids: readonly Umid[];
  /** So many of the umids hold nothing any more; all of them: the erasure can be finished. */
  readonly cleared: number;
  readonly at: EpochMs;
  /** Who asked for it, and why. */
  readonly by: string;
  readonly reason: string;
  readonly removed: ErasedCounts;
}

/** Whether nothing is left to remove. */
export const isCleared = ({ umids, cleared }: Pick<Erasure, 'umids' | 'cleared'>): boolean =>
  cleared >= umids.length;

/** Every umid of a person: the one that lives, and those that merges brought to it. */
export const umidsOfPerson = ({ umid, absorbed }: Pick<Profile, 'umid' | 'absorbed'>): readonly Umid[] => [
  ...new Set([umid, ...absorbed]),
];
