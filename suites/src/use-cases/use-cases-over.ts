import { composeUnauditedAdministration } from '@kith/composition/identity-resolution';
import { createMemoryUmidCache } from '@kith/embedded';
import { rulesInForce, type AccountRules } from '@kith/domain/pipeline';
import { createKeyring, createLive, type Keyring } from '@kith/platform';
import type { Administration, ProfileStore, Resolver, UmidCache } from '@kith/ports';
import { createResolver } from '@kith/resolver';
import { NO_EXPRESSIONS, randomProfileId, randomUmdid, randomUmid, UNBOUNDED } from '@kith/testing';

/** Secrets of no other account. */
export const keyringOf = (secrets: Readonly<Record<string, readonly string[]>> = {}): Keyring =>
  createKeyring({
    umid: ['the umid secret of this suite'],
    chain: ['its chain secret'],
    suppression: ['its suppression secret'],
    ...secrets,
  });

/** The configuration of one account, without pipelines. */
export const configurationOf = (account: AccountRules) =>
  createLive({ accounts: new Map([[account.name, account]]), pipelines: new Map() }).live;

export const memoryCache = (): UmidCache => createMemoryUmidCache({ clock: Date.now, maxEntries: 1_000 });

/** The use cases of one account as identity-resolver runs them, over a store. */
export const useCasesOver = (
  profiles: ProfileStore,
  account: AccountRules,
  { keyring = keyringOf(), cache = memoryCache(), expressions = NO_EXPRESSIONS } = {},
): { readonly resolver: Resolver; readonly administration: Administration } => {
  const configuration = configurationOf(account);
  const resolver = createResolver({
    store: profiles,
    cache,
    expressions,
    rules: configuration.map(rulesInForce),
    mac: keyring.mac,
    macs: keyring.macs,
    newUmid: randomUmid,
    newUmdid: randomUmdid,
    newProfileId: randomProfileId,
    metrics: { grouped: () => undefined, decided: () => undefined, conflicted: () => undefined },
    admission: UNBOUNDED,
  });
  return {
    resolver,
    administration: composeUnauditedAdministration({ profiles, cache, configuration, keyring }),
  };
};
