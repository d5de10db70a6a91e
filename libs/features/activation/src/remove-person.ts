import { noteOfFreed, parcelIdOf } from '@kith/domain/handing-on';
import type { RemovalDue } from '@kith/domain/handing-on';
import type { ChangeEvent, Umid } from '@kith/domain/identity';
import { parseUmid } from '@kith/domain/identity';
import { activityOf, livingProfile } from './find-person.ts';
import { sendPayload } from './hand-on.ts';
import { materialOfRemoval } from './material-of.ts';
import { mayHave } from './may-have.ts';
import type { Verdict } from './may-have.ts';
import { scopeOf } from './parts.ts';
import type { Tending } from './parts.ts';
import { DROPPED, INTERRUPTED } from './try-result.ts';
import type { Tried } from './try-result.ts';

/**
 * Tells the destination to forget a person of whom it has been given something, where it may not have it any more: a
 * permission was withdrawn, the person was erased or has expired, or has left the segment. What decides is how things
 * stand at this moment, not what was noticed: so a removal that is tried twice or comes late is never wrong. It is told
 * without the permission: that is its point.
 */
export const removePerson = (parts: Tending, removal: RemovalDue): Promise<Tried> =>
  parts.sides.enter('removing', async () => {
    if (parts.stopping.aborted) return INTERRUPTED;
    const { deliveries, rules } = parts;
    const { given } = await deliveries.look(scopeOf(parts), rules.name, [removal.umid]);
    const known = given.get(removal.umid) ?? removal.given;
    if (known === null) return DROPPED;
    const verdict = await verdictOf(parts, removal.umid);
    if (verdict === 'unknown') return { kind: 'retry', why: 'the segment could not be evaluated' };
    if (verdict === 'yes') return DROPPED;
    const deadline = parts.tryDeadline();
    const material = materialOfRemoval(
      parts.account,
      known,
      parcelIdOf({ ...removal, since: known.since }),
      removal.at,
    );
    const transformed = await parts.open.transform(deadline, material);
    if (transformed.kind === 'refused') return transformed;
    if (transformed.kind === 'failed') return { kind: 'retry', why: transformed.why };
    const outcome: Tried =
      transformed.kind === 'nothing'
        ? DROPPED
        : await sendPayload(parts, deadline, material, transformed.payload);
    if (outcome.kind !== 'retry' && outcome.kind !== 'refused') {
      await deliveries.forgetGiven(scopeOf(parts), rules.name, known);
    }
    return outcome;
  });

const verdictOf = async (parts: Tending, umid: Umid): Promise<Verdict> => {
  const profile = await livingProfile(parts, umid);
  return profile === null ? 'no' : mayHave(parts, profile, () => activityOf(parts, profile));
};

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
  await parts.sides.enter('removing', () => noteApart(parts, from, umid));
};

const noteApart = async (parts: Tending, from: Umid, umid: Umid): Promise<void> => {
  const { deliveries, rules, clock } = parts;
  const [survivor, freed] = await Promise.all([livingProfile(parts, from), livingProfile(parts, umid)]);
  const { given } = await deliveries.look(scopeOf(parts), rules.name, [from, umid]);
  const parted = { survivors: given.get(from), freeds: given.get(umid), survivor, freed };
  const note = noteOfFreed(parted, umid, clock());
  if (note !== null) await deliveries.noteGiven(scopeOf(parts), rules.name, [note]);
};
