import type { EpochMs } from '../epoch.ts';
import { acknowledgementsOfSurvivor, type Acknowledged, type MergedSides } from './acknowledgements-apart.ts';
import {
  isSameState,
  withOutdated,
  type ConsentEntry,
  type ConsentFact,
  type ConsentHead,
  type PermissionState,
} from './consent.ts';
import {
  acknowledgementText,
  LISTED_ACKNOWLEDGEMENTS,
  latestAcknowledgements,
  newestAcknowledgements,
} from './merge-acknowledgements.ts';
import { decidedState } from './record-consent.ts';

/** A merge that has not been undone: both sides before it, and where the chain of the loser stood. */
export interface OpenMerge extends MergedSides {
  readonly loser: ReplayedConsent;
  readonly loserHead: ConsentHead | null;
}

/** What a chain of consent entries says of its profile. */
export interface ReplayedConsent extends Acknowledged {
  readonly permissions: Readonly<Record<string, PermissionState>>;
  /** By the umid that was absorbed. */
  readonly merges: ReadonlyMap<string, OpenMerge>;
}

/** What a profile knows of consent before anybody has told anything. */
export const NO_CONSENT: ReplayedConsent = {
  permissions: {},
  acknowledged: [],
  recentAcknowledgements: [],
  merges: new Map(),
};

/**
 * The state after one more entry of the chain. Folded over a whole chain it gives what the profile must hold. A merge
 * takes what the loser had acknowledged by then: `loser` is the replay of the loser's chain up to the head that the
 * entry names, and not looked at for other entries.
 */
export const replay = (
  state: ReplayedConsent,
  { at, fact }: Pick<ConsentEntry, 'at' | 'fact'>,
  loser: ReplayedConsent,
): ReplayedConsent => {
  switch (fact.kind) {
    case 'permission':
      return { ...state, permissions: { ...state.permissions, [fact.name]: decided(state, at, fact) } };
    case 'outdated':
      return { ...state, permissions: withLateNews(state, fact) };
    case 'acknowledgement':
      return { ...state, ...united(state, [fact.acknowledgement], [fact.acknowledgement]) };
    case 'merge':
      return afterMerge(state, fact, loser);
    case 'unmerge':
      return afterUnmerge(state, fact);
  }
};

type Fact<K extends ConsentFact['kind']> = Extract<ConsentFact, { readonly kind: K }>;

const decided = (
  { permissions }: ReplayedConsent,
  at: EpochMs,
  { name, granted, identified, decidedAt, withdrawnAt }: Fact<'permission'>,
): PermissionState =>
  decidedAt === undefined
    ? decidedState(permissions[name], { granted, modifiedAt: at, identified })
    : { granted, modifiedAt: decidedAt, identified, ...(withdrawnAt === undefined ? {} : { withdrawnAt }) };

const withLateNews = (
  { permissions }: ReplayedConsent,
  fact: Fact<'outdated'>,
): ReplayedConsent['permissions'] => {
  const state = permissions[fact.name];
  return state === undefined ? permissions : { ...permissions, [fact.name]: withOutdated(state, fact) };
};

const united = (
  { acknowledged, recentAcknowledgements }: Acknowledged,
  latest: Acknowledged['acknowledged'],
  newest: Acknowledged['recentAcknowledgements'],
): Acknowledged => ({
  acknowledged: latestAcknowledgements(acknowledged, latest),
  recentAcknowledgements: newestAcknowledgements(newest, recentAcknowledgements),
});

/** The permissions that the merge changed follow in entries of their own. */
const afterMerge = (
  state: ReplayedConsent,
  { loser: umid, loserHead }: Fact<'merge'>,
  loser: ReplayedConsent,
): ReplayedConsent => ({
  ...state,
  ...united(state, loser.acknowledged, loser.recentAcknowledgements),
  merges: new Map([...state.merges, [umid, { loser, survivorBefore: state, loserHead }]]),
});

/** On the side that was absorbed nothing comes apart: it is what it was. */
const afterUnmerge = (state: ReplayedConsent, { other, undecided }: Fact<'unmerge'>): ReplayedConsent => {
  const gone = new Set(undecided);
  const permissions = Object.fromEntries(
    Object.entries(state.permissions).filter(([name]) => !gone.has(name)),
  );
  const undone = state.merges.get(other);
  if (undone === undefined) return { ...state, permissions };
  const merges = new Map([...state.merges].filter(([umid]) => umid !== other));
  return { ...acknowledgementsOfSurvivor(state, undone), permissions, merges };
};

/** Every umid that the chain has brought here, those that it brought along included. */
export const absorbedIn = ({ merges }: ReplayedConsent): readonly string[] =>
  Array.from(merges, ([umid, { loser }]) => [umid, ...absorbedIn(loser)]).flat();

/** Whether a profile holds what its chain says. */
export const isReplayOf = (
  replayed: Omit<ReplayedConsent, 'merges'>,
  stored: Omit<ReplayedConsent, 'merges'>,
): boolean =>
  haveSamePermissions(replayed.permissions, stored.permissions) &&
  sameTexts(replayed.acknowledged, asPickedIn(replayed, stored.acknowledged)) &&
  sameTexts(certain(replayed.recentAcknowledgements), certain(stored.recentAcknowledgements));

type Permissions = ReplayedConsent['permissions'];

const haveSamePermissions = (a: Permissions, b: Permissions): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSameState(a[name], b[name]));

/**
 * What a profile has acknowledged, with the replay's pick where that is another one of the same date and the chain has
 * both: earlier versions picked among those in the order of one request when they undid a merge, and such profiles are
 * still stored.
 */
const asPickedIn = (
  { acknowledged, recentAcknowledgements }: Acknowledged,
  stored: Acknowledged['acknowledged'],
): Acknowledged['acknowledged'] => {
  const inChain = new Set(recentAcknowledgements.map(acknowledgementText));
  return stored.map((one) => {
    const picked = acknowledged.find(({ name, version }) => name === one.name && version === one.version);
    return picked?.date === one.date && inChain.has(acknowledgementText(one)) ? picked : one;
  });
};

const sameTexts = (a: Acknowledged['acknowledged'], b: Acknowledged['acknowledged']): boolean =>
  JSON.stringify(a.map(acknowledgementText).sort()) === JSON.stringify(b.map(acknowledgementText).sort());

/** Of a full list: which of several of the same oldest date were still listed depends on the order of one request. */
const certain = (listed: Acknowledged['recentAcknowledgements']): Acknowledged['recentAcknowledgements'] => {
  if (listed.length < LISTED_ACKNOWLEDGEMENTS) return listed;
  const oldest = Math.min(...listed.map(({ date }) => date));
  return listed.filter(({ date }) => date > oldest);
};
