import { createMemoryUmidCache } from '@kith/embedded';
import {
  createAdministration,
  createConsentAdministration,
  createResolver,
  rulesInForce,
} from '@kith/identity-resolution';
import type { ConsentEntry } from '@kith/domain/consent';
import type { Identifier, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import { createKeyring, createLive } from '@kith/platform';
import type { ConsentAdministration, ConsentHistory, ProfileStore, Scope } from '@kith/ports';
import { randomAccount, randomProfileId, randomUmdid, randomUmid, scopeOf } from '@kith/testing';

/** A real store whose consent history can be written past every rule. */
export interface TamperedStore {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  /** Puts exactly these entries in the place of a chain, each at the number that it is given. */
  rewrite(account: AccountName, umid: Umid, chain: ReadonlyMap<number, ConsentEntry | string>): Promise<void>;
}

/** An account of its own whose people consent, merge and come apart. */
export interface ConsentingPeople {
  readonly scope: Scope;
  readonly store: TamperedStore;
  readonly consent: ConsentAdministration;
  /** What an administrator sees with other secrets of the chain. */
  consentWith(secrets: readonly string[]): ConsentAdministration;
  newDevice(): Umdid;
  /** What an info request comes to; answers with the umid. */
  visit(device: Umdid, visit?: ConsentingVisit): Promise<Umid>;
  unmerge(umid: Umid): Promise<void>;
  chainOf(umid: Umid): Promise<readonly ConsentEntry[]>;
}

/** What a visit brings. */
export interface ConsentingVisit {
  readonly identifiers?: readonly Identifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly acknowledges?: string;
}

/** An account with one login and two permissions. */
export const accountOf = (name: AccountName): AccountRules => ({
  name,
  owner: 'the owner',
  identifiers: new Map([
    [
      'customerId',
      {
        name: 'customerId',
        kind: 'login',
        many: false,
        shared: false,
        merge: false,
        lowercase: false,
        pattern: null,
      },
    ],
  ]),
  blockedValues: new Set(),
  permissions: new Set(['P', 'Q']),
  notifications: new Map(),
  linking: new Set(),
  attributes: new Map(),
  mergePermissions: 'latest',
});

const CHAIN_SECRET = 'the chain secret of this suite';

/** People of a new account on the store; the same use cases as identity-resolver runs. */
export const consentingPeople = (store: TamperedStore): ConsentingPeople => {
  const account = accountOf(randomAccount());
  const scope = scopeOf(account.name);
  const { live } = createLive({ accounts: new Map([[account.name, account]]), pipelines: new Map() });
  const keyringOf = (chain: readonly string[]) =>
    createKeyring({
      umid: ['the umid secret of this suite'],
      chain,
      suppression: ['its suppression secret'],
    });
  const keyring = keyringOf([CHAIN_SECRET]);
  const cache = createMemoryUmidCache({ clock: Date.now, maxEntries: 1_000 });
  const { profiles } = store;
  const resolver = createResolver({
    store: profiles,
    cache,
    rules: live.map(rulesInForce),
    mac: keyring.mac,
    macs: keyring.macs,
    newUmid: randomUmid,
    newUmdid: randomUmdid,
    newProfileId: randomProfileId,
    metrics: { decided: () => undefined, conflicted: () => undefined },
  });
  const administration = createAdministration({ profiles, cache, configuration: live, keyring });
  const consentWith = (secrets: readonly string[]): ConsentAdministration =>
    createConsentAdministration({ ...store, configuration: live, keyring: keyringOf(secrets) });
  let now = Date.now() - 3_600_000;
  const seen = new Set<Umdid>();
  return {
    scope,
    store,
    consent: consentWith([CHAIN_SECRET]),
    consentWith,
    newDevice: randomUmdid,
    async visit(umdid, { identifiers = [], permissions = {}, acknowledges } = {}) {
      now += 100;
      const acknowledgements =
        acknowledges === undefined
          ? []
          : [{ name: acknowledges, version: 1, uxvariant: null, permissions: ['P'], date: now }];
      const freshDevice = !seen.has(umdid);
      seen.add(umdid);
      const { umid } = await resolver.resolve(scope, {
        pipeline: 'web',
        umdid,
        freshDevice,
        identifiers,
        consent: { permissions, acknowledgements },
        sections: [],
        retryKey: null,
        receivedAt: now,
        requestId: 'request',
      });
      return umid;
    },
    async unmerge(umid) {
      const { kind } = await administration.unmerge(scope, umid);
      if (kind !== 'unmerged') throw new Error(`the merge was not undone: ${kind}`);
    },
    async chainOf(umid) {
      const range = { order: 'oldestFirst', after: null, limit: 1_000 } as const;
      const standing = await store.consentHistory.entries(scope, umid, range);
      return standing.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    },
  };
};

/** The chain secret of every account of these suites. */
export const chainSecret = CHAIN_SECRET;
