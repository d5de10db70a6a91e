import {
  startIdentityResolution,
  type IdentityResolution,
  type IdentityResolutionDeps,
} from '@kith/composition/identity-resolution';
import type { AccountRules } from '@kith/domain/pipeline';
import { createLive, createMetrics, silentLogger, type Metrics } from '@kith/platform';
import type { TrackingStore } from '@kith/ports';
import { NO_EXPRESSIONS } from '@kith/testing';
import { keyringOf, memoryCache } from '../use-cases/use-cases-over.ts';
import { createHandedLog, type HandedLog } from './handed-log.ts';

export type PoisonStore = Pick<
  IdentityResolutionDeps,
  | 'profiles'
  | 'consentHistory'
  | 'tracking'
  | 'recounts'
  | 'outbox'
  | 'outboxLeases'
  | 'privacy'
  | 'deadLetters'
  | 'expiry'
  | 'catalogue'
  | 'details'
>;

/** The sink and the administration of dead letters over a real store. */
export interface PoisonStage extends Pick<IdentityResolution, 'deadLetters' | 'stop'> {
  readonly log: HandedLog;
  readonly store: PoisonStore;
  readonly metrics: Metrics;
  /** Has only these accounts configured from now on. */
  configure(...accounts: readonly AccountRules[]): void;
  /** What the next call of `record` does before or in the place of the store's own. */
  interfere(record: (own: TrackingStore['record']) => TrackingStore['record']): void;
}

export const poisonStage = async (
  store: PoisonStore,
  ...accounts: readonly AccountRules[]
): Promise<PoisonStage> => {
  const { live, replace } = createLive(configurationOf(accounts));
  const [log, metrics] = [createHandedLog(), createMetrics('suite')];
  const interferences: ((own: TrackingStore['record']) => TrackingStore['record'])[] = [];
  const own: TrackingStore['record'] = (...args) => store.tracking.record(...args);
  const tracking: TrackingStore = {
    ...store.tracking,
    record: (...args) => (interferences.shift()?.(own) ?? own)(...args),
  };
  const { deadLetters, stop } = await startIdentityResolution({
    ...store,
    tracking,
    log,
    cache: memoryCache(),
    expressions: NO_EXPRESSIONS,
    configuration: live,
    keyring: keyringOf(),
    logger: silentLogger,
    metrics,
  });
  return {
    deadLetters,
    stop,
    log,
    store,
    metrics,
    configure: (...present) => replace(configurationOf(present)),
    interfere: (record) => void interferences.push(record),
  };
};

const configurationOf = (accounts: readonly AccountRules[]) => ({
  accounts: new Map(accounts.map((account) => [account.name, account])),
  pipelines: new Map(),
});
