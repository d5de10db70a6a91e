import { type IdentityResolutionDeps } from '@kith/composition/identity-resolution';
import { attributeValues } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities, type TrackedEvent } from '@kith/domain/tracking';
import type { Scope } from '@kith/ports';
import type { PoisonStore } from '../poison/poison-stage.ts';

export type RecomputingStore = PoisonStore & Pick<IdentityResolutionDeps, 'recounts'>;

/** What a person shows, and the stored events that it should come of. */
export interface ShownPerson {
  readonly values: Readonly<Record<string, string>>;
  readonly events: readonly TrackedEvent[];
}

/** Reads a person as answers do. */
export const shownPerson = async (
  store: RecomputingStore,
  scope: Scope,
  { account, profile, now }: { account: AccountRules; profile: Profile; now: number },
): Promise<ShownPerson> => {
  const umids = umidsOfPerson(profile);
  const activities = await store.profiles.activities(scope, umids);
  const activity = sumOfActivities(account.plan, activities);
  const events = await Promise.all(umids.map((umid) => store.tracking.events(scope, umid, 1_000)));
  return { values: attributeValues({ account, profile, activity, now }), events: events.flat() };
};
