import type { AccountName } from '@kith/domain/pipeline';
import type { Keyring, Logger, Metrics, NewId, RandomBytes } from '@kith/platform';
import type { CredentialStore } from '@kith/ports';
import type { Request } from 'express';
import type { KeyReach } from './keys/key-schedule.ts';
import type { NewPrivateKey } from './keys/make-signing-key.ts';
import type { PasswordCost } from './users/password-hasher.ts';

/** What auth-token is built from. */
export interface TokenIssuerDeps {
  readonly credentials: CredentialStore;
  /** The configured accounts. */
  readonly accounts: { has(account: AccountName): boolean };
  /** Holds `TOKEN_ISSUING_SECRETS`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  /** The address under which browsers and programs reach Kith; also the `iss` of access tokens. */
  readonly publicUrl: string;
  readonly accessTokenTtlSeconds: number;
  /** Whether other processes sign and verify too. */
  readonly keyReach: KeyReach;
  readonly newPrivateKey: NewPrivateKey;
  readonly passwordCost: PasswordCost;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whose request it is, proxies seen through. */
  readonly clientAddress: (request: Request) => string;
  /** How long a request may take by the configuration in force. */
  readonly requestDeadlineMs: () => number;
}
