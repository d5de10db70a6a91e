import { composeUnauditedAdministration } from '@kith/composition/identity-resolution';
import { rulesInForce } from '@kith/domain/pipeline';
import { createMemoryUmidCache } from '@kith/embedded';
import { createLive, type Keyring } from '@kith/platform';
import type { Administration, Resolver } from '@kith/ports';
import { createResolver } from '@kith/resolver';
import {
  NO_EXPRESSIONS,
  randomUmdid,
  UNBOUNDED,
  type HistoryStage,
  type HistoryResolverDeps,
} from '@kith/testing';

const nobodyCounts = { grouped: () => undefined, decided: () => undefined, conflicted: () => undefined };

const smallCache = () => createMemoryUmidCache({ clock: Date.now, maxEntries: 10 });

const configurationOf = ({ account }: Pick<HistoryResolverDeps, 'account'>) =>
  createLive({ accounts: new Map([[account.name, account]]), pipelines: new Map() }).live;

/** The resolver as identity-resolver runs it, over the store of a history. */
const resolverOf = (deps: HistoryResolverDeps): Resolver => {
  const rules = configurationOf(deps).map(rulesInForce);
  const { macs } = keyringOf(deps);
  const shared = { ...deps, macs, newUmdid: randomUmdid, cache: smallCache(), expressions: NO_EXPRESSIONS };
  return createResolver({ ...shared, rules, metrics: nobodyCounts, admission: UNBOUNDED });
};

type AdministrationDeps = Parameters<HistoryStage['administrationOf']>[0];

const administrationOf = (deps: AdministrationDeps): Administration =>
  composeUnauditedAdministration({
    profiles: deps.store,
    cache: smallCache(),
    configuration: configurationOf(deps),
    keyring: keyringOf(deps),
  });

/** Histories have one secret. */
const keyringOf = ({ mac }: AdministrationDeps): Keyring => {
  const macOf: Keyring['mac'] = (name, ...parts) =>
    Buffer.from(mac(name as Parameters<AdministrationDeps['mac']>[0], ...parts));
  return {
    mac: macOf,
    macs: (name, ...parts) => [macOf(name, ...parts)],
    verify: (name, given, ...parts) => macOf(name, ...parts).equals(given),
  };
};

/** The real resolver and the real administration. */
export const historyFeatures: Pick<HistoryStage, 'resolverOf' | 'administrationOf'> = {
  resolverOf,
  administrationOf,
};
