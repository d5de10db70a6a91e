import type { Keyring } from '@kith/platform';
import type { Deadline, PrivacyStore, ProfileReader, UmidCache } from '@kith/ports';

export interface Erasing {
  readonly profiles: ProfileReader;
  readonly erasures: PrivacyStore;
  readonly cache: UmidCache;
  /** Holds the secrets `suppression` and `chain`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long one step may take. */
  readonly callDeadline: () => Deadline;
  /** For how long the logs keep their records, in milliseconds. */
  readonly logRetentionMs: number;
}
