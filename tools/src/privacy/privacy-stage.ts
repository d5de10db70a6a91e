import { createMemoryUmidCache } from '@kith/embedded';
import { createPrivacyAdministration, createResolver, rulesInForce } from '@kith/identity-resolution';
import type { Identifier, Umdid } from '@kith/domain/identity';
import type { AccountRules, IdentifierRule } from '@kith/domain/pipeline';
import { createKeyring, createLive } from '@kith/platform';
import type { PrivacyAdministration, ResolveAnswer, Scope } from '@kith/ports';
import { randomAccount, randomProfileId, randomUmdid, randomUmid, scopeOf } from '@kith/testing';
import type { PrivacyAdapters } from '@kith/testing';

/** An account of its own, whose people log in and are erased. */
export interface PrivacyStage {
  readonly scope: () => Scope;
  readonly store: PrivacyAdapters;
  readonly privacy: PrivacyAdministration;
  /** A login as the edge hands it on; `receivedAt` is now where it is left out. */
  login(device: Login): Promise<ResolveAnswer>;
}

/** Who logs in with what. */
export interface Login {
  readonly umdid?: Umdid;
  readonly identifiers: readonly Identifier[];
  readonly receivedAt?: number;
}

const login: IdentifierRule = {
  name: 'customerId',
  kind: 'login',
  many: false,
  shared: false,
  merge: false,
  lowercase: false,
  pattern: null,
};

const accountOf = (name: string): AccountRules => ({
  name,
  owner: 'the owner',
  identifiers: new Map([[login.name, login]]),
  blockedValues: new Set(),
  permissions: new Set(['P']),
  notifications: new Map(),
  linking: new Set(),
  attributes: new Map(),
  mergePermissions: 'latest',
});

/** The use cases as identity-resolver runs them, over a store. */
export const privacyStage = (store: PrivacyAdapters): PrivacyStage => {
  const account = accountOf(randomAccount());
  const { live } = createLive({ accounts: new Map([[account.name, account]]), pipelines: new Map() });
  const keyring = createKeyring({ umid: ['umid'], chain: ['chain'], suppression: ['suppression', 'older'] });
  const cache = createMemoryUmidCache({ clock: Date.now, maxEntries: 1_000 });
  const resolver = createResolver({
    store: store.profiles,
    cache,
    rules: live.map(rulesInForce),
    mac: keyring.mac,
    macs: keyring.macs,
    newUmid: randomUmid,
    newUmdid: randomUmdid,
    newProfileId: randomProfileId,
    metrics: { decided: () => undefined, conflicted: () => undefined },
  });
  const scope = (): Scope => scopeOf(account.name);
  return {
    scope,
    store,
    privacy: createPrivacyAdministration({ ...store, cache, configuration: live, keyring }),
    login: ({ umdid = randomUmdid(), identifiers, receivedAt = Date.now() }) =>
      resolver.resolve(scope(), {
        pipeline: 'web',
        umdid,
        freshDevice: false,
        identifiers,
        consent: { permissions: { P: true }, acknowledgements: [] },
        sections: [],
        retryKey: null,
        receivedAt,
        requestId: 'request',
      }),
  };
};
