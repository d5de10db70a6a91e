import type { Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Activity } from '@kith/domain/tracking';
import { createBoundedMap } from '@kith/platform';

/** Whom messages are about: nobody who was suppressed. */
export type Subject = Umid | Umdid;

/** What a recorded batch has shown of the visitors of an account. */
export interface Shown {
  /** As they are stored now. */
  readonly activities: ReadonlyMap<Umid, Activity>;
  /** How often something had been suppressed in the account; absent where the store was not held to it. */
  readonly timesSuppressed?: number;
  /** Who was not suppressed then. */
  readonly subjects: readonly Subject[];
}

/**
 * What the owner of partitions remembers of the visitors whom it met last, so that a batch about them asks the store for
 * nothing. All of a umid comes through one partition, so nobody else goes on with its activity; who replaces or removes
 * it (a recount, an expiry, an erasure) is noticed by the store when the batch is recorded, which is `stale` then.
 */
export interface VisitorMemory {
  /** The activities that are remembered. */
  activities(account: AccountName, umids: readonly Umid[]): ReadonlyMap<Umid, Activity>;
  /** Those of whom it is not known that they were not suppressed, the last time that something was. */
  strangers(account: AccountName, subjects: readonly Subject[]): readonly Subject[];
  /** How often something was suppressed, by what is remembered; undefined: nothing is. */
  timesSuppressed(account: AccountName): number | undefined;
  learn(account: AccountName, shown: Shown): void;
  forget(): void;
}

/** The most visitors that are remembered: some megabytes. */
const MAX_VISITORS = 10_000;
/** A visitor has a umid and most often one device. */
const MAX_SUBJECTS = 2 * MAX_VISITORS;
/** The most values of an activity that is remembered: what has grown larger is read again each time. */
const MAX_VALUES = 100;

/** A memory that is empty. */
export const createVisitorMemory = (): VisitorMemory => {
  const nobody = () => createBoundedMap<string, true>(MAX_SUBJECTS);
  const empty = () => ({
    activities: createBoundedMap<string, Activity>(MAX_VISITORS),
    subjects: nobody(),
    timesSuppressed: new Map<AccountName, number>(),
  });
  let known = empty();
  const learnSubjects = (account: AccountName, subjects: readonly Subject[]): void =>
    subjects.forEach((subject) => known.subjects.set(keyOf(account, subject), true));
  return {
    activities: (account, umids) =>
      new Map(
        umids.flatMap((umid): [Umid, Activity][] => {
          const activity = known.activities.get(keyOf(account, umid));
          return activity === undefined ? [] : [[umid, activity]];
        }),
      ),
    strangers: (account, subjects) =>
      subjects.filter((subject) => known.subjects.get(keyOf(account, subject)) === undefined),
    timesSuppressed: (account) => known.timesSuppressed.get(account),
    learn: (account, { activities, timesSuppressed, subjects }) => {
      for (const [umid, activity] of activities) {
        if (isSmall(activity)) known.activities.set(keyOf(account, umid), activity);
        else known.activities.delete(keyOf(account, umid));
      }
      if (timesSuppressed === undefined) return;
      // Of two groups side by side the later may have seen an erasure that the earlier knows nothing of.
      if (known.timesSuppressed.get(account) !== timesSuppressed) known.subjects = nobody();
      known.timesSuppressed.set(account, timesSuppressed);
      learnSubjects(account, subjects);
    },
    forget: () => void (known = empty()),
  };
};

const keyOf = (account: AccountName, subject: Subject): string => `${account}:${subject}`;

const isSmall = (activity: Activity): boolean => valuesIn(activity, MAX_VALUES) <= MAX_VALUES;

/** How many values an activity has, or something above `most`. */
const valuesIn = (value: unknown, most: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 0;
  for (const inner of Object.values(value)) {
    count += valuesIn(inner, most - count);
    if (count > most) break;
  }
  return count;
};
