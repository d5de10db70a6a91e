import { noteOfFreed, parcelIdOf } from '@kith/domain/destinations';
import type { Given, RemovalDue } from '@kith/domain/destinations';
import type { ChangeEvent, Profile, Umid } from '@kith/domain/identity';
import { parseUmid } from '@kith/domain/identity';
import { activityOf, livingProfile } from '../sending/find-person.ts';
import { sendPayload } from '../delivering/deliver-occurrence.ts';
import { materialOfRemoval } from '../transforming/material-of.ts';
import { hasPermissions, mayHave } from '../sending/eligibility.ts';
import type { Verdict } from '../sending/eligibility.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { DROPPED, INTERRUPTED } from '../sending/attempt-result.ts';
import type { Tried } from '../sending/attempt-result.ts';

/**
 * Tells the destination to forget a person of whom it has been given something, where it may not have it any more: a
 * permission was withdrawn, the person was erased or has expired, or has left the segment. What decides is how things
 * stand at this moment, not what was noticed: so a removal that is tried twice or comes late is never wrong. It is told
 * without the permission: that is its point.
 */
export const removePerson = (parts: Tending, removal: RemovalDue): Promise<Tried> =>
  parts.removalLock.run('removing', async () => {
    if (parts.stopping.aborted) return INTERRUPTED;
    const given = await begunRemoval(parts, removal);
    if (given === 'nobody') return DROPPED;
    if (given === 'unknown') return { kind: 'retry', why: 'the segment could not be evaluated' };
    const outcome = await sendRemoval(parts, removal, given);
    if (outcome.kind !== 'retry' && outcome.kind !== 'refused') {
      await parts.deliveries.forgetGiven(scopeOf(parts), parts.rules.name, given);
    }
    return outcome;
  });

const sendRemoval = async (parts: Tending, removal: RemovalDue, given: Given): Promise<Tried> => {
  const deadline = parts.tryDeadline();
  const { since, removedAt = removal.at } = given;
  const material = materialOfRemoval(parts.account, given, parcelIdOf({ ...removal, since }), removedAt);
  const transformed = await parts.open.transform(deadline, material);
  if (transformed.kind === 'refused') return transformed;
  if (transformed.kind === 'failed') return { kind: 'retry', why: transformed.why };
  if (transformed.kind === 'nothing') return DROPPED;
  // Nobody asks whether it still is to be: whoever is permitted again is told of behind it.
  const sent = await sendPayload(parts, deadline, { material, payload: transformed.payload });
  return sent === 'changed' ? INTERRUPTED : sent;
};

/** What the removal has kept that was laid aside, to be called where nothing is handed on meanwhile; null: nothing. */
export const givenToKeep = async (parts: Tending, removal: RemovalDue): Promise<Given | null> => {
  const given = await begunRemoval(parts, removal);
  return typeof given === 'string' ? null : given;
};

/**
 * What the destination is to forget, from now on in the same words: that is durable before the first try leaves.
 * `nobody` where it may have the person, or where the removal was given up: then there is another note, with removals of
 * its own.
 */
const begunRemoval = async (parts: Tending, removal: RemovalDue): Promise<Given | 'nobody' | 'unknown'> => {
  if (removal.given === null && (await noteOf(parts, removal)) === null) return 'nobody';
  const profile = await livingProfile(parts, removal.umid);
  const verdict = await verdictOn(parts, profile);
  if (verdict !== 'no') return verdict === 'yes' ? 'nobody' : 'unknown';
  const at = timeOfRemoval(parts, removal, profile);
  return (
    removal.given ?? parts.noteLock([removal.umid], async () => (await begin(parts, removal, at)) ?? 'nobody')
  );
};

const begin = async (parts: Tending, removal: RemovalDue, removedAt: number): Promise<Given | null> => {
  const note = await noteOf(parts, removal);
  if (note === null || note.removedAt !== undefined) return note;
  const begun = { ...note, removedAt };
  await parts.deliveries.noteGiven(scopeOf(parts), parts.rules.name, [begun]);
  return begun;
};

const noteOf = async (
  { deliveries, ...parts }: Tending,
  { umid, since }: RemovalDue,
): Promise<Given | null> => {
  const { given } = await deliveries.look(scopeOf(parts), parts.rules.name, [umid]);
  const note = given.get(umid);
  return note?.since === since ? note : null;
};

/**
 * When the permission was withdrawn, though an earlier withdrawal may have brought the removal: receivers compare it with
 * what they were given between the two. Who is gone, or has left the segment, is removed as of now.
 */
const timeOfRemoval = (
  { rules: { requires }, clock }: Tending,
  removal: RemovalDue,
  profile: Profile | null,
): number => {
  if (profile === null || hasPermissions(requires, profile)) return Math.max(removal.at, clock());
  const { permissions } = profile;
  const decided = requires.flatMap((name) =>
    Object.hasOwn(permissions, name) ? [permissions[name]!.modifiedAt] : [],
  );
  return Math.max(removal.at, ...decided);
};

const verdictOf = async (parts: Tending, umid: Umid): Promise<Verdict> =>
  verdictOn(parts, await livingProfile(parts, umid));

const verdictOn = async (parts: Tending, profile: Profile | null): Promise<Verdict> =>
  profile === null ? 'no' : mayHave(parts, profile, () => activityOf(parts, profile));

/** Of whom something was given under these umids, and may not be had any more: the removals that are due. */
export const dueRemovals = async (
  parts: Tending,
  umids: readonly Umid[],
  at: number,
): Promise<readonly RemovalDue[]> => {
  const { given } = await parts.deliveries.look(scopeOf(parts), parts.rules.name, umids);
  const due: RemovalDue[] = [];
  for (const { umid, since } of given.values()) {
    const verdict = await verdictOf(parts, umid);
    if (verdict !== 'yes') due.push({ kind: 'removal', umid, at, since, given: null });
  }
  return due;
};

/** The umids of the person whom a change is about, as far as the change says. */
export const umidsOfChange = ({ umid, detail }: ChangeEvent): readonly Umid[] => {
  const told = [detail['absorbed'], detail['everAbsorbed']].filter(Array.isArray).flat() as unknown[];
  const named = told.flatMap((one) => (typeof one === 'string' ? (parseUmid(one) ?? []) : []));
  return [...new Set([umid, ...named])];
};

/** After an unmerge, what the survivor's umid was given of the freed profile is noted under its own umid too. */
export const noteFreed = async (parts: Tending, { umid, detail }: ChangeEvent): Promise<void> => {
  const from = typeof detail['from'] === 'string' ? parseUmid(detail['from']) : null;
  if (from === null) return;
  await parts.removalLock.run('removing', () => parts.noteLock([umid], () => noteApart(parts, from, umid)));
};

const noteApart = async (parts: Tending, from: Umid, umid: Umid): Promise<void> => {
  const { deliveries, rules, moment } = parts;
  const [survivor, freed] = await Promise.all([livingProfile(parts, from), livingProfile(parts, umid)]);
  const { given } = await deliveries.look(scopeOf(parts), rules.name, [from, umid]);
  const parted = { survivors: given.get(from), freeds: given.get(umid), survivor, freed };
  const note = noteOfFreed(parted, umid, moment);
  if (note !== null) await deliveries.noteGiven(scopeOf(parts), rules.name, [note]);
};
