import type { Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { Live } from '@kith/platform';
import type { ActivityRecounts, AttributeAdministration, ProfileStore, Scope } from '@kith/ports';
import { configuredRules } from '../configured-rules.ts';
import type { ResolutionConfiguration } from '../rules-in-force.ts';
import { recomputePart } from './recompute-part.ts';
import type { RecomputingPart } from './recompute-part.ts';

/** What administrators' calls about attributes take. */
export interface AttributeAdministrationNeeds {
  readonly profiles: Pick<ProfileStore, 'load'>;
  readonly recounts: ActivityRecounts;
  readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How many events are counted in one step; 250 by default. */
  readonly eventsPerStep?: number;
  /** How many umids are looked at together; 32 by default. */
  readonly umidsAtOnce?: number;
}

/** So few events that nobody who waits for the same store notices. */
const EVENTS_PER_STEP = 250;
const UMIDS_AT_ONCE = 32;

/** What an administrator can ask about attributes. An account that is not configured is a 400. */
export const createAttributeAdministration = (
  needs: AttributeAdministrationNeeds,
): AttributeAdministration => ({
  recompute: async (scope, { umid, cursor }) => {
    const { plan, retention } = configuredRules(needs.configuration, scope);
    const umidsBehind = umid === undefined ? everybody(needs, scope) : await person(needs, scope, umid);
    if (umidsBehind === null) return { kind: 'unknown' };
    const receivedFrom = needs.clock() - retention.eventsMs;
    const { recounts, eventsPerStep = EVENTS_PER_STEP } = needs;
    return recomputePart({ recounts, scope, umidsBehind, plan, receivedFrom, eventsPerStep }, cursor);
  },
});

type UmidsBehind = RecomputingPart['umidsBehind'];

const everybody =
  ({ recounts, umidsAtOnce = UMIDS_AT_ONCE }: AttributeAdministrationNeeds, scope: Scope): UmidsBehind =>
  (after) =>
    recounts.activeUmids(scope, after, umidsAtOnce);

/** The umids of the person who lives under it, in an order that no merge changes. */
const person = async (
  { profiles, umidsAtOnce = UMIDS_AT_ONCE }: AttributeAdministrationNeeds,
  scope: Scope,
  umid: Umid,
): Promise<UmidsBehind | null> => {
  const [found] = (await profiles.load(scope, { umids: [umid] })).profiles;
  if (found === undefined) return null;
  const inOrder = umidsOfPerson(found.profile).toSorted();
  return async (after) => inOrder.filter((one) => after === null || one > after).slice(0, umidsAtOnce);
};
