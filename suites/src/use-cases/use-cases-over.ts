import { createMemoryUmidCache } from '@kith/embedded';
import { createAdministration, createResolver, rulesInForce } from '@kith/identity-resolution';
import type { AccountRules } from '@kith/domain/pipeline';
import { createKeyring, createLive } from '@kith/platform';
import type { Keyring } from '@kith/platform';
import type { Administration, ProfileStore, Resolver, UmidCache } from '@kith/ports';
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
    metrics: { decided: () => undefined, conflicted: () => undefined },
    admission: UNBOUNDED,
  });
  return { resolver, administration: createAdministration({ profiles, cache, configuration, keyring }) };
};
