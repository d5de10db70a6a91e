import { recordBeforeSharing, type LoggedOccurrence } from '@kith/domain/destinations';
import type { Profile } from '@kith/domain/identity';
import type { ActivitySum } from '@kith/domain/tracking';
import type { Deadline } from '@kith/ports';
import { activityOf, livingProfile } from '../sending/find-person.ts';
import { contentOf, identifiersFor, umidOf } from '../transforming/content-of.ts';
import { hasPermissions, eligibilityOf } from '../sending/eligibility.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { DROPPED, INTERRUPTED, sendPayload, type AttemptResult } from '../sending/send-payload.ts';

/** So often a person may change between the look and the sending. */
const MAX_LOOKS = 5;

/**
 * Delivers something that happened, by what holds of the person at this moment: nothing is delivered of who is not there,
 * has withdrawn a permission or left the segment. What the destination is about to learn is recorded first, so that a
 * removal can name it; then, when the call begins, the person is looked at once more, and it is made only where the person
 * is the same as before.
 */
export const deliverOccurrence = (
  deps: DestinationDeps,
  occurrence: LoggedOccurrence,
): Promise<AttemptResult> =>
  deps.removalLock.run('delivering', async () => {
    if (deps.stopping.aborted) return INTERRUPTED;
    const deadline = deps.tryDeadline();
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const tried = await prepareAndSend(deps, occurrence, deadline);
      if (tried !== 'changed') return tried;
    }
    return { kind: 'retry', why: 'the person changes all the time' };
  });

const prepareAndSend = async (
  deps: DestinationDeps,
  occurrence: LoggedOccurrence,
  deadline: Deadline,
): Promise<AttemptResult | 'changed'> => {
  const profile = await livingProfile(deps, umidOf(occurrence));
  if (profile === null) return DROPPED;
  const activity = once(() => activityOf(deps, profile));
  const eligibility = await eligibilityOf(deps, profile, activity);
  if (eligibility === 'no' || !mayBeTracked(deps, occurrence, profile)) return DROPPED;
  if (eligibility === 'unknown') return { kind: 'retry', why: 'the segment could not be evaluated' };
  const person = { profile, activity: await activity(), now: deps.clock() };
  const content = contentOf({ ...deps, ...person }, occurrence);
  const transformed = await deps.open.transform(deadline, content);
  if (transformed.kind === 'nothing') return DROPPED;
  if (transformed.kind === 'refused') return transformed;
  if (transformed.kind === 'failed') return { kind: 'retry', why: transformed.why };
  await recordSharing(deps, profile);
  const seen = { asked: umidOf(occurrence), umid: profile.umid, version: profile.version };
  return sendPayload(deps, deadline, { content, payload: transformed.payload, seen });
};

/** The sink drops what comes late after a withdrawal; what it drops is not delivered either. */
const mayBeTracked = (
  { requiredBy }: DestinationDeps,
  occurrence: LoggedOccurrence,
  profile: Profile,
): boolean => occurrence.kind === 'change' || hasPermissions(requiredBy(occurrence.event.pipeline), profile);

const recordSharing = (deps: DestinationDeps, profile: Profile): Promise<void> =>
  deps.recordLock([profile.umid], async () => {
    const { store, rules, moment, callDeadline } = deps;
    const known = (await store.shared.find(callDeadline(), [profile.umid])).get(profile.umid);
    const record = recordBeforeSharing(known, profile, identifiersFor(rules, profile), moment);
    if (record !== null) await store.shared.save(callDeadline(), [record]);
  });

const once = (read: () => Promise<ActivitySum>): (() => Promise<ActivitySum>) => {
  let reading: Promise<ActivitySum> | null = null;
  return () => (reading ??= read());
};
