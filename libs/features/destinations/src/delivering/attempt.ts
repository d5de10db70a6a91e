import type { Occurrence, RemovalDue } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { livingProfile } from '../sending/find-person.ts';
import { handOn } from './deliver-occurrence.ts';
import { typeOf } from '../transforming/material-of.ts';
import type { Happening } from '../transforming/material-of.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import {
  dueRemovals,
  givenToKeep,
  noteFreed,
  removePerson,
  umidsOfChange,
} from '../removing/remove-person.ts';
import type { Tried } from '../sending/attempt-result.ts';

/** Tries to deliver one occurrence. */
export const deliver = async (parts: Tending, occurrence: Occurrence): Promise<Tried> => {
  if (occurrence.kind === 'removal') return counted(parts, await removePerson(parts, occurrence), 'removed');
  return counted(parts, await handOn(parts, occurrence), 'delivered');
};

const counted = ({ metrics }: Tending, tried: Tried, done: 'delivered' | 'removed'): Tried => {
  metrics.tried(tried.kind === 'delivered' ? done : tried.kind);
  return tried;
};

/** Whether a happening is one that the destination wants to hear of. */
export const isWanted = ({ rules }: Pick<Tending, 'rules'>, happening: Happening, since: number): boolean =>
  rules.events.has(typeOf(happening)) && whenOf(happening) >= since;

/** By the server's clock. */
export const whenOf = (happening: Happening): number =>
  happening.kind === 'change' ? happening.change.at : happening.event.receivedAt;

/**
 * The removals that a happening brings about: any change may have taken a permission, an event may have led out of the
 * segment.
 */
export const removalsAfter = async (parts: Tending, happening: Happening): Promise<readonly RemovalDue[]> => {
  if (happening.kind === 'event') {
    return parts.rules.segment === null
      ? []
      : removalsOf(parts, [happening.event.umid], happening.event.receivedAt);
  }
  const { change } = happening;
  if (change.type === 'profile.created') return [];
  if (change.type === 'profile.unmerged') await noteFreed(parts, change);
  return removalsOf(parts, umidsOfChange(change), change.at);
};

const removalsOf = async (
  parts: Tending,
  umids: readonly Umid[],
  at: number,
): Promise<readonly RemovalDue[]> => {
  const profile = await livingProfile(parts, umids[0]!);
  const own = profile === null ? [] : umidsOfPerson(profile);
  return dueRemovals(parts, [...new Set([...umids, ...own])], at);
};

/** What is laid aside, so that a replay can do without the note of what was given: a removal takes that with it. */
export const asLaidAside = async (parts: Tending, occurrence: Occurrence): Promise<Occurrence> =>
  occurrence.kind === 'removal'
    ? { ...occurrence, given: await parts.removalLock.run('removing', () => givenToKeep(parts, occurrence)) }
    : occurrence;

/** The notes of removals that were laid aside end with them. */
export const endNotes = async (parts: Tending, occurrences: readonly Occurrence[]): Promise<void> => {
  for (const occurrence of occurrences) {
    if (occurrence.kind !== 'removal' || occurrence.given === null) continue;
    await parts.deliveries.forgetGiven(scopeOf(parts), parts.rules.name, occurrence.given);
  }
};
