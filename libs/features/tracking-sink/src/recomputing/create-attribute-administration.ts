import type { Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { Found } from '@kith/domain/resolution';
import type {
  AccountRulesOf,
  ActivityRecounts,
  AttributeAdministration,
  ProfileStore,
  Recomputed,
  Scope,
} from '@kith/ports';
import { recomputePart, type RecomputePartDeps } from './recompute-part.ts';

export interface AttributeAdministrationDeps {
  readonly profiles: Pick<ProfileStore, 'load'>;
  readonly recounts: ActivityRecounts;
  readonly rulesOf: AccountRulesOf;
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
  deps: AttributeAdministrationDeps,
): AttributeAdministration => ({
  recompute: async (scope, { umids, cursor }) => {
    const { plan, retention } = deps.rulesOf(scope);
    const whose = umids === undefined ? everybody(deps, scope) : await persons(deps, scope, umids);
    if (whose.kind === 'unknown') return whose;
    const { umidsBehind } = whose;
    const receivedFrom = deps.clock() - retention.eventsMs;
    const { recounts, eventsPerStep = EVENTS_PER_STEP } = deps;
    return recomputePart({ recounts, scope, umidsBehind, plan, receivedFrom, eventsPerStep }, cursor);
  },
});

/** Whose umids are recomputed, or those that are nobody's. */
type Whose =
  | ({ readonly kind: 'known' } & Pick<RecomputePartDeps, 'umidsBehind'>)
  | Extract<Recomputed, { readonly kind: 'unknown' }>;

const everybody = (
  { recounts, umidsAtOnce = UMIDS_AT_ONCE }: AttributeAdministrationDeps,
  scope: Scope,
): Whose => ({
  kind: 'known',
  umidsBehind: (after) => recounts.activeUmids(scope, after, umidsAtOnce),
});

/** The umids of the persons who live under these, each once, in an order that no merge changes. */
const persons = async (
  { profiles, umidsAtOnce = UMIDS_AT_ONCE }: AttributeAdministrationDeps,
  scope: Scope,
  umids: readonly Umid[],
): Promise<Whose> => {
  const found: Found[] = [];
  for (let first = 0; first < umids.length; first += umidsAtOnce) {
    const some = umids.slice(first, first + umidsAtOnce);
    found.push(...(await profiles.load(scope, { umids: some })).profiles);
  }
  const known = new Set(found.map(({ umid }) => umid));
  const unknown = umids.filter((umid) => !known.has(umid));
  if (unknown.length > 0) return { kind: 'unknown', umids: unknown };
  const inOrder = [...new Set(found.flatMap(({ profile }) => umidsOfPerson(profile)))].toSorted();
  const umidsBehind: RecomputePartDeps['umidsBehind'] = async (after) =>
    inOrder.filter((one) => after === null || one > after).slice(0, umidsAtOnce);
  return { kind: 'known', umidsBehind };
};
