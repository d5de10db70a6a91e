import { appendFacts, carriedDecision } from '../../consent/record-consent.ts';
import { isSameState, type ConsentFact } from '../../consent/consent.ts';
import { latestAcknowledgements, newestAcknowledgements } from '../../consent/merge-acknowledgements.ts';
import { mergePermissions } from '../../consent/merge-permissions.ts';
import { attributesMember, attributesOf, latestAttributes } from '../model/attributes.ts';
import { consentOrigin } from '../draft/consent.ts';
import { makeRoom, newestFormer, release } from '../draft/attach.ts';
import { followMerge, stayWith } from '../draft/device.ts';
import { change, profileIn, report, type Draft } from '../draft/draft.ts';
import type { Umid } from '../model/ids.ts';
import type { FormerIdentifier, HeldIdentifier, Profile } from '../model/profile.ts';
import { leaveRedirect } from './leave-redirect.ts';
import type { AccountRules } from '../../pipeline/account-rules.ts';

/**
 * Merges one profile into another. The loser's umid becomes a redirect that holds what undoing the merge needs; its
 * events, identifiers and devices stay where they are and are read through the redirect, so that a merge costs the
 * same for any history (docs/behaviour.md#merging).
 */
export const merge = (draft: Draft, loserUmid: Umid, survivorUmid: Umid): void => {
  const loser = profileIn(draft, loserUmid);
  const survivor = profileIn(draft, survivorUmid);
  if (loser.umid === survivor.umid) return;
  change(draft, survivor.umid, unite(draft, loser, survivor));
  appendMerge(draft, loser, survivor);
  report(draft, 'profile.merged', survivor.umid, {
    absorbed: [loser.umid, ...loser.absorbed],
    everAbsorbed: profileIn(draft, survivor.umid).absorbed,
  });
  makeRoom(draft, survivor.umid);
  leaveRedirect(draft, loser, survivor);
  if (draft.device?.umid === loser.umid) followMerge(draft, survivor.umid);
  if (draft.target === loser.umid) draft.target = survivor.umid;
};

/** Two customers become one: the older one survives; of the same age, the one with the smaller umid. */
export const uniteCustomers = (draft: Draft, current: Profile, found: Profile): void => {
  stayWith(draft, current);
  const [survivor, loser] = isElder(current, found) ? [current, found] : [found, current];
  merge(draft, loser.umid, survivor.umid);
};

const isElder = (a: Profile, b: Profile): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.umid < b.umid);

const unite = (draft: Draft, loser: Profile, survivor: Profile): Partial<Profile> => {
  const { account, now } = draft.input;
  const { held, displaced } = mergeIdentifiers(account, survivor.identifiers, loser.identifiers);
  for (const one of displaced) {
    release(draft, survivor, one);
    release(draft, loser, one);
  }
  const former = displaced.map((one): FormerIdentifier => ({ ...one, until: now, reason: 'replaced' }));
  return {
    state: loser.state === 'customer' ? 'customer' : survivor.state,
    identifiers: held,
    formerIdentifiers: newestFormer([...survivor.formerIdentifiers, ...loser.formerIdentifiers, ...former]),
    permissions: mergePermissions(account.mergePermissions, survivor.permissions, loser.permissions),
    acknowledged: latestAcknowledgements(survivor.acknowledged, loser.acknowledged),
    recentAcknowledgements: newestAcknowledgements(
      survivor.recentAcknowledgements,
      loser.recentAcknowledgements,
    ),
    absorbed: [...survivor.absorbed, loser.umid, ...loser.absorbed],
    lastSeenAt: Math.max(survivor.lastSeenAt, loser.lastSeenAt),
    ...attributesMember(latestAttributes(attributesOf(survivor), attributesOf(loser))),
  };
};

/** The survivor's chain takes in the head of the loser's, and every permission that the merge changed. */
const appendMerge = (draft: Draft, loser: Profile, survivor: Profile): void => {
  const merged = profileIn(draft, survivor.umid);
  const changed = Object.entries(merged.permissions).filter(
    ([name, state]) => !isSameState(survivor.permissions[name], state),
  );
  const facts: ConsentFact[] = [
    { kind: 'merge', loser: loser.umid, loserHead: loser.consentHead },
    ...changed.map(([name, state]) => carriedDecision(name, state)),
  ];
  const { record, entries } = appendFacts(merged, facts, consentOrigin(draft, survivor.umid, 'merge'));
  change(draft, survivor.umid, record);
  draft.consent.push(...entries);
};

/** The identifiers of two profiles as one holds them; `displaced` are values that a later-seen one stands against. */
export interface MergedIdentifiers {
  readonly held: readonly HeldIdentifier[];
  readonly displaced: readonly HeldIdentifier[];
}

/**
 * Unites identifiers: the same value keeps its first and last sight; of a name with one value the later-seen stays. Of a
 * name that left the configuration all stay: it may come back as one that allows many.
 */
export const mergeIdentifiers = (
  account: AccountRules,
  a: readonly HeldIdentifier[],
  b: readonly HeldIdentifier[],
): MergedIdentifiers => {
  const united = [...a, ...b].reduce<readonly HeldIdentifier[]>(withIdentifier, []);
  const newestFirst = [...united].sort((x, y) => y.lastSeen - x.lastSeen);
  const isDisplaced = (one: HeldIdentifier): boolean =>
    account.identifiers.get(one.name)?.many === false &&
    newestFirst.find(({ name }) => name === one.name) !== one;
  return {
    held: united.filter((one) => !isDisplaced(one)),
    displaced: united.filter(isDisplaced),
  };
};

const withIdentifier = (
  united: readonly HeldIdentifier[],
  next: HeldIdentifier,
): readonly HeldIdentifier[] => {
  const same = united.find(({ name, value }) => name === next.name && value === next.value);
  if (same === undefined) return [...united, next];
  const seen = {
    firstSeen: Math.min(same.firstSeen, next.firstSeen),
    lastSeen: Math.max(same.lastSeen, next.lastSeen),
  };
  return united.map((held) => (held === same ? { ...held, ...seen } : held));
};
