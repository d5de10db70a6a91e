import type { LoggedOccurrence, Occurrence, RemovalDue } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { livingProfile } from '../sending/find-person.ts';
import { deliverOccurrence } from './deliver-occurrence.ts';
import { typeOf } from '../transforming/content-of.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import {
  dueRemovals,
  recordToKeep,
  recordFreed,
  removePerson,
  umidsOfChange,
} from '../removing/remove-person.ts';
import type { AttemptResult } from '../sending/send-payload.ts';

/** Profiles at once: a receiver that is slow to answer gets no more calls at a time. */
export const MAX_CONCURRENT_PROFILES = 16;

/** Tries to deliver one occurrence. */
export const attempt = async (deps: DestinationDeps, occurrence: Occurrence): Promise<AttemptResult> => {
  if (occurrence.kind === 'removal') return counted(deps, await removePerson(deps, occurrence), 'removed');
  return counted(deps, await deliverOccurrence(deps, occurrence), 'delivered');
};

const counted = (
  { metrics }: DestinationDeps,
  tried: AttemptResult,
  done: 'delivered' | 'removed',
): AttemptResult => {
  metrics.tried(tried.kind === 'delivered' ? done : tried.kind);
  return tried;
};

/** Whether an occurrence is one that the destination wants to hear of. */
export const isWanted = (
  { rules }: Pick<DestinationDeps, 'rules'>,
  occurrence: LoggedOccurrence,
  since: number,
): boolean => rules.events.has(typeOf(occurrence)) && whenOf(occurrence) >= since;

/** By the server's clock. */
export const whenOf = (occurrence: LoggedOccurrence): number =>
  occurrence.kind === 'change' ? occurrence.change.at : occurrence.event.receivedAt;

/**
 * The removals that an occurrence brings about: any change may have taken a permission, an event may have led out of the
 * segment.
 */
export const removalsAfter = async (
  deps: DestinationDeps,
  occurrence: LoggedOccurrence,
): Promise<readonly RemovalDue[]> => {
  if (occurrence.kind === 'event') {
    return deps.rules.segment === null
      ? []
      : removalsOf(deps, [occurrence.event.umid], occurrence.event.receivedAt);
  }
  const { change } = occurrence;
  if (change.type === 'profile.created') return [];
  if (change.type === 'profile.unmerged') await recordFreed(deps, change);
  return removalsOf(deps, umidsOfChange(change), change.at);
};

const removalsOf = async (
  deps: DestinationDeps,
  umids: readonly Umid[],
  at: number,
): Promise<readonly RemovalDue[]> => {
  const profile = await livingProfile(deps, umids[0]!);
  const own = profile === null ? [] : umidsOfPerson(profile);
  return dueRemovals(deps, [...new Set([...umids, ...own])], at);
};

/** As it is kept among the failed, so that a replay can do without the shared record: a removal takes that with it. */
export const asFailed = async (deps: DestinationDeps, occurrence: Occurrence): Promise<Occurrence> =>
  occurrence.kind === 'removal'
    ? { ...occurrence, shared: await deps.removalLock.run('removing', () => recordToKeep(deps, occurrence)) }
    : occurrence;

/** The shared records of removals that failed are with those now. */
export const removeRecordsOfFailed = async (
  deps: DestinationDeps,
  occurrences: readonly Occurrence[],
): Promise<void> => {
  for (const occurrence of occurrences) {
    if (occurrence.kind !== 'removal' || occurrence.shared === null) continue;
    await deps.store.shared.remove(deps.callDeadline(), occurrence.shared);
  }
};
