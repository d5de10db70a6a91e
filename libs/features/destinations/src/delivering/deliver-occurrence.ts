import { noteOfGiving } from '@kith/domain/destinations';
import type { Material } from '@kith/domain/destinations';
import type { Profile } from '@kith/domain/identity';
import type { ActivitySum } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { Deadline, SendOutcome } from '@kith/ports';
import { activityOf, livingProfile } from '../sending/find-person.ts';
import type { Seen } from '../sending/batching-sender.ts';
import { identifiersFor, materialOf, umidOf } from '../transforming/material-of.ts';
import type { Happening } from '../transforming/material-of.ts';
import { hasPermissions, mayHave } from '../sending/eligibility.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { DROPPED, INTERRUPTED, noteAnswer } from '../sending/attempt-result.ts';
import type { Tried } from '../sending/attempt-result.ts';

/** So often a person may change between the look and the sending. */
const MOST_LOOKS = 5;

/**
 * Hands on something that happened, by what holds of the person at this moment: whoever is not there, has withdrawn a
 * permission or left the segment gets nothing handed on. What the destination is about to learn is noted first, so that a
 * removal can name it; then, when the call begins, the person is looked at once more, and only who is the same as before is handed on.
 */
export const handOn = (parts: Tending, happening: Happening): Promise<Tried> =>
  parts.removalLock.run('delivering', async () => {
    if (parts.stopping.aborted) return INTERRUPTED;
    const deadline = parts.tryDeadline();
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const tried = await lookAndSend(parts, happening, deadline);
      if (tried !== 'changed') return tried;
    }
    return { kind: 'retry', why: 'the person changes all the time' };
  });

const lookAndSend = async (
  parts: Tending,
  happening: Happening,
  deadline: Deadline,
): Promise<Tried | 'changed'> => {
  const profile = await livingProfile(parts, umidOf(happening));
  if (profile === null) return DROPPED;
  const activity = once(() => activityOf(parts, profile));
  const verdict = await mayHave(parts, profile, activity);
  if (verdict === 'no' || !mayBeTracked(parts, happening, profile)) return DROPPED;
  if (verdict === 'unknown') return { kind: 'retry', why: 'the segment could not be evaluated' };
  const person = { profile, activity: await activity(), now: parts.clock() };
  const material = materialOf({ ...parts, ...person }, happening);
  const transformed = await parts.open.transform(deadline, material);
  if (transformed.kind === 'nothing') return DROPPED;
  if (transformed.kind === 'refused') return transformed;
  if (transformed.kind === 'failed') return { kind: 'retry', why: transformed.why };
  await noteGiving(parts, profile);
  const seen = { asked: umidOf(happening), umid: profile.umid, version: profile.version };
  return sendPayload(parts, deadline, { material, payload: transformed.payload, seen });
};

/** The sink drops what comes late after a withdrawal; what it drops is not handed on either. */
const mayBeTracked = ({ requiredBy }: Tending, happening: Happening, profile: Profile): boolean =>
  happening.kind === 'change' || hasPermissions(requiredBy(happening.event.pipeline), profile);

const noteGiving = (parts: Tending, profile: Profile): Promise<void> =>
  parts.noteLock([profile.umid], async () => {
    const { deliveries, rules, moment } = parts;
    const { given } = await deliveries.look(scopeOf(parts), rules.name, [profile.umid]);
    const note = noteOfGiving(given.get(profile.umid), profile, identifiersFor(rules, profile), moment);
    if (note !== null) await deliveries.noteGiven(scopeOf(parts), rules.name, [note]);
  });

/** What is to be sent, and of whom it was made where that must hold when the call begins. */
export interface Sending {
  readonly material: Material;
  readonly payload: unknown;
  readonly seen?: Seen;
}

/** Sends one payload, and remembers what that says of the destination. */
export const sendPayload = async (
  { send, breaker }: Pick<Tending, 'send' | 'breaker'>,
  deadline: Deadline,
  { material: { id, type, umid, at }, payload, seen }: Sending,
): Promise<SendOutcome | 'changed'> => {
  const inTime = sooner(deadline, breaker.sending());
  const outcome = await send(inTime, { id, type, umid, at, payload }, seen);
  return outcome === 'changed' ? outcome : noteAnswer(breaker, outcome);
};

const sooner = (deadline: Deadline, ms: number): Deadline =>
  ms < deadline.remainingMs() ? deadlineIn(ms) : deadline;

const once = (read: () => Promise<ActivitySum>): (() => Promise<ActivitySum>) => {
  let reading: Promise<ActivitySum> | null = null;
  return () => (reading ??= read());
};
