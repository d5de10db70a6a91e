import type { AccountRules } from '@kith/domain/pipeline';
import type { Keyring, Live, Logger } from '@kith/platform';
import type {
  ConsentHistory,
  Deadline,
  DeadLetterStore,
  ExpiryStore,
  LogRetention,
  UmidCache,
} from '@kith/ports';

export interface Expiring {
  readonly expiry: ExpiryStore;
  readonly consentHistory: ConsentHistory;
  /** Holds the secret `suppression`. */
  readonly keyring: Pick<Keyring, 'macs'>;
  readonly letters: Pick<DeadLetterStore, 'removeLettersBefore'>;
  readonly cache: UmidCache;
  readonly log: LogRetention;
  readonly accounts: Live<readonly AccountRules[]>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long one step may take. */
  readonly callDeadline: () => Deadline;
  readonly logger: Logger;
  readonly metrics: ExpiryMetrics;
}

export type ExpiringVisitors = Pick<
  Expiring,
  'expiry' | 'consentHistory' | 'keyring' | 'cache' | 'clock' | 'callDeadline' | 'metrics'
>;

/** What is counted of what expired. */
export interface ExpiryMetrics {
  /** `kind` says what, and whose where that is not plain. */
  expired(kind: string, count: number): void;
  /** A sweep has come to its end, in epoch milliseconds. */
  swept(at: number): void;
}

/** Whether to go on: nobody has asked for an end, and the time for one account is not over. */
export type GoOn = () => boolean;
