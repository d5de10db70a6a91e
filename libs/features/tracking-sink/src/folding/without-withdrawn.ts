import { type ConsentEntry, type ConsentFact, statementOf, wasGranted } from '@kith/domain/consent';
import type { Profile, Umid } from '@kith/domain/identity';
import { requiredForTracking, type RulesInForce } from '@kith/domain/pipeline';
import { chainEntries, type ConsentHistory, type ProfileStore, type Scope } from '@kith/ports';
import type { Sighting } from './newcomers.ts';

interface PermissionDeps {
  readonly profiles: Pick<ProfileStore, 'stored'>;
  readonly consentHistory: ConsentHistory;
}

/** A permission of the profile that lived under a umid, at a moment. */
interface PermissionThen {
  readonly umid: Umid;
  readonly permission: string;
  /** Epoch milliseconds. */
  readonly moment: number;
}

/** A time that a umid was part of another profile: which, and up to which entry of that one's chain. */
interface Stay {
  readonly other: Umid;
  /** null: it has not ended. */
  readonly lastEntry: number | null;
}

export interface ConsentFilterDeps {
  readonly profiles: Pick<ProfileStore, 'load' | 'stored'>;
  readonly consentHistory: ConsentHistory;
  readonly rules: RulesInForce;
}

/**
 * The edge drops by what it last heard of a permission; a decision on another device may be news to it. What counts is
 * the permission in force when the event was received (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const withoutWithdrawn = async <T extends Sighting>(
  deps: ConsentFilterDeps,
  scope: Scope,
  events: readonly T[],
): Promise<readonly T[]> => {
  const questions = events.map((event) =>
    requiredForTracking(deps.rules, event.pipeline).map((permission): PermissionThen => {
      const { umid, receivedAt: moment } = event;
      return { umid, permission, moment };
    }),
  );
  const umids = [...new Set(questions.flat().map(({ umid }) => umid))];
  if (umids.length === 0) return events;
  const { profiles } = await deps.profiles.load(scope, { umids });
  const found = new Map(profiles.map((one) => [one.umid, one.profile]));
  const allowed: T[] = [];
  for (const [index, event] of events.entries()) {
    if (await areGranted(deps, scope, found.get(event.umid), questions[index] ?? [])) allowed.push(event);
  }
  return allowed;
};

/** A umid that nobody knows has granted nothing. */
const areGranted = async (
  deps: ConsentFilterDeps,
  scope: Scope,
  profile: Profile | undefined,
  questions: readonly PermissionThen[],
): Promise<boolean> => {
  for (const asked of questions) {
    if (profile === undefined) return false;
    if (!(knownWithoutHistory(profile, asked) ?? (await wasInForce(deps, scope, asked)))) return false;
  }
  return true;
};

/**
 * What the profile tells of the moment without its history; null where it does not. Nothing has changed since, or the
 * profile was never part of a merge and its permission is older than the moment.
 */
const knownWithoutHistory = (
  { umid, changedAt, permissions, absorbed, merges }: Profile,
  { umid: asked, permission, moment }: PermissionThen,
): boolean | null => {
  const state = permissions[permission];
  if (changedAt <= moment) return state?.granted === true;
  if (asked !== umid || absorbed.length > 0 || merges !== undefined) return null;
  if (state === undefined) return false;
  return state.modifiedAt <= moment ? state.granted : null;
};

/**
 * Whether a permission was in force at a moment, by the history: in the chain of the umid, or, while a merge had it
 * absorbed, in the chain of the profile that it was part of.
 */
const wasInForce = async (deps: PermissionDeps, scope: Scope, asked: PermissionThen): Promise<boolean> => {
  const chain = await chainBackTo(deps, scope, asked);
  const holder = await holderThen(deps, scope, asked, chain);
  return holder === null
    ? wasGranted(chain, asked.permission, asked.moment)
    : wasInForce(deps, scope, { ...asked, umid: holder });
};

/** Whoever writes a longer chain behind the moment than this is not looked after: what was in force counts as none. */
const MAX_ENTRIES = 10_000;

/** The entries of the chain, newest first, down to the one that tells of the moment. */
const chainBackTo = async (
  { consentHistory }: PermissionDeps,
  scope: Scope,
  { umid, permission, moment }: PermissionThen,
): Promise<readonly ConsentEntry[]> => {
  const chain: ConsentEntry[] = [];
  for await (const { entry } of chainEntries(consentHistory, scope, umid, { order: 'newestFirst' })) {
    if (chain.length === MAX_ENTRIES) return [];
    if (entry === null) continue;
    chain.push(entry);
    const saying = statementOf(entry, permission);
    if (saying !== null && saying.from <= moment) break;
  }
  return chain;
};

/** The profile that the umid was part of at the moment; null where it lived by itself. */
const holderThen = async (
  deps: PermissionDeps,
  scope: Scope,
  { umid, moment }: PermissionThen,
  chain: readonly ConsentEntry[],
): Promise<Umid | null> => {
  const stored = await deps.profiles.stored(scope, umid);
  const stays: readonly Stay[] = [
    ...staysEndedAfter(chain, moment),
    ...(stored?.kind === 'redirect' ? [{ other: stored.to, lastEntry: null }] : []),
  ];
  for (const stay of stays) {
    const since = await absorbedAt(deps, scope, stay, umid);
    if (since !== null) return since <= moment ? stay.other : null;
  }
  return null;
};

/** Oldest first. Of an unmerge each side has an entry; which side this one was, the other's chain tells. */
const staysEndedAfter = (newestFirst: readonly ConsentEntry[], moment: number): readonly Stay[] =>
  newestFirst
    .filter(({ at }) => at > moment)
    .flatMap(({ fact }) => (fact.kind === 'unmerge' ? [stayOf(fact)] : []))
    .toReversed();

const stayOf = ({ other, otherHead }: Extract<ConsentFact, { readonly kind: 'unmerge' }>): Stay => ({
  other: other as Umid,
  lastEntry: otherHead?.sequence ?? 0,
});

/** When the other profile had absorbed the umid, if it had at its last entry. */
const absorbedAt = async (
  { consentHistory }: PermissionDeps,
  scope: Scope,
  { other, lastEntry }: Stay,
  umid: Umid,
): Promise<number | null> => {
  const range = { order: 'newestFirst', after: lastEntry === null ? null : lastEntry + 1 } as const;
  for await (const { entry } of chainEntries(consentHistory, scope, other, range)) {
    if (entry?.fact.kind === 'merge' && entry.fact.loser === umid) return entry.at;
    if (entry?.fact.kind === 'unmerge' && entry.fact.other === umid) return null;
  }
  return null;
};
