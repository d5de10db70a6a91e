import { configuredRules } from '@kith/administration';
import { composePrivacyAdministration } from '@kith/composition/identity-resolution';
import { bucketOf, type Acknowledgement, type Bucket, type ConsentEntry } from '@kith/domain/consent';
import { deriveFirstUmid, type Identifier, type Umdid, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type {
  ConsentAdministration,
  ConsentHistory,
  DeadLetterStore,
  ExpiryStore,
  PrivacyStore,
  ProfileStore,
  Scope,
  TrackingStore,
} from '@kith/ports';
import { createConsentAdministration, expireVisitors, tallyStores } from '@kith/privacy';
import { ampleDeadline, aResolveCall, anAccount, manyOf, randomUmdid, scopeOf } from '@kith/testing';
import { configurationOf, keyringOf, memoryCache, useCasesOver } from '../use-cases/use-cases-over.ts';

/** A real store whose consent history can be written past every rule. */
export interface TamperedStore {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly privacy: Pick<PrivacyStore, 'suppressed'>;
  /** The store itself, as it stands open now. */
  itself(): RemovingStore;
  /** Puts exactly these entries in the place of a chain, each at the number that it is given. */
  rewrite(account: AccountName, umid: Umid, chain: ReadonlyMap<number, ConsentEntry | string>): Promise<void>;
}

/** A store that people can be removed from. */
export interface RemovingStore {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly privacy: PrivacyStore;
  readonly expiry: ExpiryStore;
  readonly tracking: TrackingStore;
  readonly deadLetters: DeadLetterStore;
}

/** An account of its own whose people consent, merge and come apart. */
export interface ConsentingPeople {
  readonly scope: Scope;
  readonly store: TamperedStore;
  readonly consent: ConsentAdministration;
  /** What an administrator sees with other secrets of the chain. */
  consentWith(secrets: readonly string[]): ConsentAdministration;
  /** A device that was not seen before; its visitor will be of that bucket. */
  newDevice(bucket?: Bucket): Umdid;
  /** What an info request comes to; answers with the umid. */
  visit(device: Umdid, visit?: ConsentingVisit): Promise<Umid>;
  unmerge(umid: Umid): Promise<void>;
  /** Erases whoever lives under the umid. */
  erase(umid: Umid): Promise<void>;
  /** Lets every visitor expire whom nothing but its last sight keeps; how many it were. */
  expire(): Promise<number>;
  chainOf(umid: Umid): Promise<readonly ConsentEntry[]>;
}

export interface ConsentingVisit {
  readonly identifiers?: readonly Identifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly acknowledges?: string;
  /** Acknowledgements as they are. */
  readonly acknowledgements?: readonly Acknowledgement[];
}

const CHAIN_SECRET = 'the chain secret of this suite';

/** How the people of an account are served. */
interface StageOptions {
  /** By so many resolvers, in turn. */
  readonly resolvers?: number;
  /** As by a version that did not tally heads. */
  readonly untallied?: boolean;
}

/** People of a new account on the store; the same use cases as identity-resolver runs. */
export const consentingPeople = (
  store: TamperedStore,
  { resolvers = 1, untallied = false }: StageOptions = {},
): ConsentingPeople => {
  const account = anAccount();
  const scope = scopeOf(account.name);
  const keyring = keyringOf({ chain: [CHAIN_SECRET] });
  const tallied = () => tallyStores(store.itself(), { keyring, callDeadline: ampleDeadline });
  const consentWith = (chain: readonly string[]): ConsentAdministration => {
    const secrets = keyringOf({ chain });
    const { privacy } = store.itself();
    const { headsTallied } = tallyStores(
      { ...store, privacy },
      { keyring: secrets, callDeadline: ampleDeadline },
    );
    return createConsentAdministration({
      ...store,
      headsTallied,
      rulesOf: configuredRules(configurationOf(account)),
      keyring: secrets,
    });
  };
  const served = manyOf(resolvers, () => {
    const { privacy } = store.itself();
    const { profiles } = tallyStores({ ...store, privacy }, { keyring, callDeadline: ampleDeadline });
    return useCasesOver(untallied ? store.profiles : profiles, account, { keyring });
  });
  const { administration } = served[0]!;
  let turn = 0;
  let now = Date.now() - 3_600_000;
  const seen = new Set<Umdid>();
  return {
    scope,
    store,
    consent: consentWith([CHAIN_SECRET]),
    consentWith,
    newDevice(bucket) {
      for (;;) {
        const umdid = randomUmdid();
        const umid = deriveFirstUmid(keyring.mac, account.name, umdid);
        if (bucket === undefined || bucketOf(umid) === bucket) return umdid;
      }
    },
    async visit(umdid, { identifiers = [], permissions = {}, acknowledges, acknowledgements = [] } = {}) {
      now += 100;
      const shown =
        acknowledges === undefined
          ? []
          : [{ name: acknowledges, version: 1, uxvariant: null, permissions: ['P'], date: now }];
      const freshDevice = !seen.has(umdid);
      seen.add(umdid);
      const consent = { permissions, acknowledgements: [...shown, ...acknowledgements] };
      const call = aResolveCall({ umdid, freshDevice, identifiers, consent, receivedAt: now });
      turn += 1;
      const { umid } = await served[turn % resolvers]!.resolver.resolve(scope, call);
      return umid;
    },
    async unmerge(umid) {
      const { kind } = await administration.unmerge(scope, { umid });
      now = Math.max(now, Date.now());
      if (kind !== 'unmerged') throw new Error(`the merge was not undone: ${kind}`);
    },
    async erase(umid) {
      const deps = {
        ...tallied(),
        cache: memoryCache(),
        configuration: configurationOf(account),
        keyring,
      };
      const order = { person: { name: 'umid', value: umid }, by: 'this suite', reason: '' };
      const { kind } = await composePrivacyAdministration(deps).erase(scope, order);
      if (kind !== 'erased') throw new Error(`the person was not erased: ${kind}`);
    },
    expire() {
      now += 100;
      const metrics = { expired: () => undefined, swept: () => undefined };
      const deps = { ...tallied(), cache: memoryCache(), keyring, clock: () => now, metrics };
      const idle = { account: account.name, seenBefore: now, goOn: () => true };
      return expireVisitors({ ...deps, callDeadline: ampleDeadline }, idle);
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
