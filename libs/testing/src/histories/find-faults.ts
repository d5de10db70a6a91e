import type { ConsentEntry } from '@kith/domain/consent';
import type { ChangeEvent, Identifier, Profile, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Loaded } from '@kith/domain/resolution';
import type { ProfileStore } from '@kith/ports';
import { scopeOf } from '../builders/scope.ts';
import { chainFaults, consentFaults } from './consent-faults.ts';
import type { HistoryStage } from './stage.ts';
import { takenChanges } from './taken-changes.ts';
import type { UsedKeys } from './view.ts';

/** A history that has ended. */
export interface EndedHistory {
  readonly stage: HistoryStage;
  readonly store: ProfileStore;
  readonly rules: AccountRules;
  readonly used: UsedKeys;
  /** Its consent history, in the order of the commits. */
  readonly entries: readonly ConsentEntry[];
}

/** What must be so after any history, whatever the model says; answers with what is not. */
export const findFaults = async (ended: EndedHistory): Promise<readonly string[]> => {
  const scope = scopeOf(ended.rules.name);
  const isOwnable = ({ name }: Identifier): boolean => ended.rules.identifiers.get(name)?.shared !== true;
  const loaded = await ended.store.load(scope, {
    umids: ended.used.umids,
    identifiers: ended.used.identifiers.filter(isOwnable),
  });
  const living = [...new Map(loaded.profiles.map(({ profile }) => [profile.umid, profile])).values()];
  return [
    ...lostUmids(ended, loaded),
    ...(await lostDevices(ended)),
    ...ownershipFaults(ended, loaded, living),
    ...living.flatMap((profile) => consentFaults(ended.entries, profile)),
    ...chainFaults(ended.entries, ended.rules.name),
    ...changeFaults(await takenChanges(ended.stage.outbox).of(ended.rules.name), living),
  ];
};

/** A circle of redirects makes `load` throw; here it is what leads nowhere. */
const lostUmids = ({ used }: EndedHistory, { profiles }: Loaded): readonly string[] =>
  used.umids.filter((umid) => !profiles.some((one) => one.umid === umid)).map((umid) => `${umid} is lost`);

const lostDevices = async ({ store, rules, used }: EndedHistory): Promise<readonly string[]> => {
  const found = await Promise.all(used.umdids.map((umdid) => store.load(scopeOf(rules.name), { umdid })));
  return found
    .filter(({ current }) => current === null)
    .map(({ device }) => `device ${String(device?.umdid)} leads nowhere`);
};

/** An identifier is listed by the profile that the index leads to, and by no other. */
const ownershipFaults = (
  { rules }: EndedHistory,
  { owners }: Loaded,
  living: readonly Profile[],
): readonly string[] => {
  const indexed = owners
    .filter(({ name }) => name !== 'profileId')
    .filter(
      ({ name, value, profile }) =>
        !profile.identifiers.some((one) => one.name === name && one.value === value),
    )
    .map(
      ({ name, value, profile }) =>
        `the index leads ${name}=${value} to ${profile.umid}, which does not list it`,
    );
  const listed = living.flatMap(({ umid, identifiers }) =>
    identifiers
      .filter(({ name }) => rules.identifiers.get(name)?.shared !== true)
      .filter(
        ({ name, value }) =>
          owners.find((one) => one.name === name && one.value === value)?.profile.umid !== umid,
      )
      .map(({ name, value }) => `${umid} lists ${name}=${value}, which the index does not lead to it`),
  );
  return [...indexed, ...listed];
};

/** In the order of the versions; each merge names every umid ever absorbed. */
const changeFaults = (changes: readonly ChangeEvent[], living: readonly Profile[]): readonly string[] => {
  const versions = new Map<Umid, number>();
  const disordered = changes.filter(({ umid, profileVersion }) => {
    const before = versions.get(umid) ?? 0;
    versions.set(umid, profileVersion);
    return profileVersion < before;
  });
  const unnamed = living.filter(({ umid, absorbed }) => {
    const last = changes.findLast((change) => change.type === 'profile.merged' && change.umid === umid);
    const named = (last?.detail['everAbsorbed'] ?? []) as readonly Umid[];
    return absorbed.some((one) => !named.includes(one));
  });
  return [
    ...disordered.map(({ id }) => `change ${id} comes too late`),
    ...unnamed.map(({ umid }) => `no merge event of ${umid} names all that it absorbed`),
  ];
};
