import type { Mac, ProfileId, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Administration, Outbox, ProfileStore, Resolver } from '@kith/ports';

export interface HistoryResolverDeps {
  readonly store: ProfileStore;
  readonly account: AccountRules;
  readonly mac: Mac;
  readonly newUmid: () => Umid;
  readonly newProfileId: () => ProfileId;
}

/** The real resolver over a real store. */
export interface HistoryStage {
  /** Over the same data, each as a process of its own has it; one at least. */
  readonly stores: readonly ProfileStore[];
  readonly outbox: Outbox;
  /** One that takes no turns: what races does so in the store, as between processes. */
  readonly resolverOf: (deps: HistoryResolverDeps) => Resolver;
  readonly administrationOf: (deps: Pick<HistoryResolverDeps, 'store' | 'account' | 'mac'>) => Administration;
}
