import { deliveryIdOf, recordOfFreed, type RemovalDue, type SharedRecord } from '@kith/domain/destinations';
import { parseUmid, type ChangeEvent, type Profile, type Umid } from '@kith/domain/identity';
import { activityOf, livingProfile } from '../sending/find-person.ts';
import { removalContent } from '../transforming/content-of.ts';
import { eligibilityOf, hasPermissions, type Eligibility } from '../sending/eligibility.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { DROPPED, INTERRUPTED, sendPayload, type AttemptResult } from '../sending/send-payload.ts';

/**
 * Tells the destination to forget a person of whom something was shared with it, where it may not have it any more: a
 * permission was withdrawn, the person was erased or has expired, or has left the segment. What decides is how things
 * stand at this moment, not what was noticed: so a removal that is tried twice or comes late is never wrong. It is told
 * without the permission: that is its point.
 */
export const removePerson = (deps: DestinationDeps, removal: RemovalDue): Promise<AttemptResult> =>
  deps.removalLock.run('removing', async () => {
    if (deps.stopping.aborted) return INTERRUPTED;
    const shared = await beginRemoval(deps, removal);
    if (shared === 'nobody') return DROPPED;
    if (shared === 'unknown') return { kind: 'retry', why: 'the segment could not be evaluated' };
    const outcome = await sendRemoval(deps, removal, shared);
    if (outcome.kind !== 'retry' && outcome.kind !== 'refused') {
      await deps.store.shared.remove(deps.callDeadline(), shared);
    }
    return outcome;
  });

const sendRemoval = async (
  deps: DestinationDeps,
  removal: RemovalDue,
  shared: SharedRecord,
): Promise<AttemptResult> => {
  const deadline = deps.tryDeadline();
  const { since, removedAt = removal.at } = shared;
  const content = removalContent(deps.account, shared, deliveryIdOf({ ...removal, since }), removedAt);
  const transformed = await deps.open.transform(deadline, content);
  if (transformed.kind === 'refused') return transformed;
  if (transformed.kind === 'failed') return { kind: 'retry', why: transformed.why };
  if (transformed.kind === 'nothing') return DROPPED;
  // Nobody asks whether it still is to be: whoever is permitted again is told of behind it.
  const sent = await sendPayload(deps, deadline, { content, payload: transformed.payload });
  return sent === 'changed' ? INTERRUPTED : sent;
};

/** The record that a failed removal takes along, to be called where nothing is delivered meanwhile; null: none. */
export const recordToKeep = async (
  deps: DestinationDeps,
  removal: RemovalDue,
): Promise<SharedRecord | null> => {
  const shared = await beginRemoval(deps, removal);
  return typeof shared === 'string' ? null : shared;
};

/**
 * What the destination is to forget, from now on in the same words: that is durable before the first try leaves.
 * `nobody` where it may have the person, or where the removal was given up: then there is another record, with removals of
 * its own.
 */
const beginRemoval = async (
  deps: DestinationDeps,
  removal: RemovalDue,
): Promise<SharedRecord | 'nobody' | 'unknown'> => {
  if (removal.shared === null && (await recordOf(deps, removal)) === null) return 'nobody';
  const profile = await livingProfile(deps, removal.umid);
  const eligibility = await eligibilityFor(deps, profile);
  if (eligibility !== 'no') return eligibility === 'yes' ? 'nobody' : 'unknown';
  const at = timeOfRemoval(deps, removal, profile);
  return (
    removal.shared ??
    deps.recordLock([removal.umid], async () => (await begin(deps, removal, at)) ?? 'nobody')
  );
};

const begin = async (
  deps: DestinationDeps,
  removal: RemovalDue,
  removedAt: number,
): Promise<SharedRecord | null> => {
  const record = await recordOf(deps, removal);
  if (record === null || record.removedAt !== undefined) return record;
  const begun = { ...record, removedAt };
  await deps.store.shared.save(deps.callDeadline(), [begun]);
  return begun;
};

const recordOf = async (
  { store, callDeadline }: DestinationDeps,
  { umid, since }: RemovalDue,
): Promise<SharedRecord | null> => {
  const record = (await store.shared.find(callDeadline(), [umid])).get(umid);
  return record?.since === since ? record : null;
};

/**
 * When the permission was withdrawn, though an earlier withdrawal may have brought the removal: receivers compare it with
 * what was shared between the two. Who is gone, or has left the segment, is removed as of now.
 */
const timeOfRemoval = (
  { rules: { requires }, clock }: DestinationDeps,
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

const eligibilityUnder = async (deps: DestinationDeps, umid: Umid): Promise<Eligibility> =>
  eligibilityFor(deps, await livingProfile(deps, umid));

const eligibilityFor = async (deps: DestinationDeps, profile: Profile | null): Promise<Eligibility> =>
  profile === null ? 'no' : eligibilityOf(deps, profile, () => activityOf(deps, profile));

/** Of whom something was shared under these umids, and may not be had any more: the removals that are due. */
export const dueRemovals = async (
  deps: DestinationDeps,
  umids: readonly Umid[],
  at: number,
): Promise<readonly RemovalDue[]> => {
  const shared = await deps.store.shared.find(deps.callDeadline(), umids);
  const due: RemovalDue[] = [];
  for (const { umid, since } of shared.values()) {
    const eligibility = await eligibilityUnder(deps, umid);
    if (eligibility !== 'yes') due.push({ kind: 'removal', umid, at, since, shared: null });
  }
  return due;
};

/** The umids of the person whom a change is about, as far as the change says. */
export const umidsOfChange = ({ umid, detail }: ChangeEvent): readonly Umid[] => {
  const told = [detail['absorbed'], detail['everAbsorbed']].filter(Array.isArray).flat() as unknown[];
  const named = told.flatMap((one) => (typeof one === 'string' ? (parseUmid(one) ?? []) : []));
  return [...new Set([umid, ...named])];
};

/** After an unmerge, what was shared of the freed profile under the survivor's umid is recorded under its own umid too. */
export const recordFreed = async (deps: DestinationDeps, { umid, detail }: ChangeEvent): Promise<void> => {
  const from = typeof detail['from'] === 'string' ? parseUmid(detail['from']) : null;
  if (from === null) return;
  await deps.removalLock.run('removing', () => deps.recordLock([umid], () => recordApart(deps, from, umid)));
};

const recordApart = async (deps: DestinationDeps, from: Umid, umid: Umid): Promise<void> => {
  const { store, moment, callDeadline } = deps;
  const [survivor, freed] = await Promise.all([livingProfile(deps, from), livingProfile(deps, umid)]);
  const shared = await store.shared.find(callDeadline(), [from, umid]);
  const sides = { survivorRecord: shared.get(from), freedRecord: shared.get(umid), survivor, freed };
  const record = recordOfFreed(sides, umid, moment);
  if (record !== null) await store.shared.save(callDeadline(), [record]);
};
