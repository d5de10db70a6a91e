import { randomBytes, randomUUID } from 'node:crypto';
import {
  createHttpServer,
  createKeyring,
  createMetrics,
  deadlineIn,
  notFoundHandler,
  problemErrorHandler,
  silentLogger,
} from '@kith/platform';
import express from 'express';
import { createCredentialStoreFake, type CredentialStoreFake } from './credential-store.fake.ts';
import { createTokenIssuer, type TokenIssuer } from './create-token-issuer.ts';
import { KEYS_OF_REPLICAS, type KeyReach } from './keys/key-schedule.ts';
import type { KeyAlgorithm } from './keys/json-web-key.ts';
import { newPrivateKeys } from './keys/make-signing-key.ts';
import type { PasswordCost } from './users/password-hasher.ts';

/** The feature on a port of its own, with a clock and an address that a test sets. */
export interface TokenIssuingServer {
  readonly url: string;
  readonly issuing: TokenIssuer;
  readonly store: CredentialStoreFake;
  readonly world: World;
  close(): Promise<void>;
}

/** What a test may change while the server runs. */
export interface World {
  now: number;
  address: string;
}

export interface TokenIssuingServerOptions {
  readonly store?: CredentialStoreFake;
  readonly publicUrl?: string;
  readonly requestDeadlineMs?: number;
  readonly accessTokenTtlSeconds?: number;
  readonly keyReach?: KeyReach;
  readonly keyAlgorithm?: KeyAlgorithm;
  /** Shared with another server, as the clock of one machine. */
  readonly world?: World;
  readonly secrets?: Readonly<Record<string, readonly string[]>>;
}

export const ALICE = { account: 'demo', username: 'alice', password: 'correct horse' };
/** Who administers. */
export const ADMIN = { by: 'admin@host', reason: 'ticket 1' };
/** What services show to be let in. */
export const SERVICE_KEY = 's'.repeat(32);
export const SECRETS = {
  refreshToken: ['r'.repeat(32)],
  login: ['l'.repeat(32)],
  introspection: [SERVICE_KEY],
};

/** The least that Argon2 can do: what a password costs is told by the test of the hasher alone. */
export const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Runs the feature over a store in which Alice is a user of account `demo`. */
export const startTokenIssuing = async (
  options: TokenIssuingServerOptions = {},
): Promise<TokenIssuingServer> => {
  const world: World = options.world ?? { now: 1_800_000_000_000, address: '192.0.2.1' };
  const store = options.store ?? createCredentialStoreFake();
  const issuing = createTokenIssuer({
    credentials: store,
    accounts: new Set(['demo']),
    keyring: createKeyring(options.secrets ?? SECRETS),
    clock: () => world.now,
    newId: randomUUID,
    randomBytes,
    publicUrl: options.publicUrl ?? 'http://kith.test',
    accessTokenTtlSeconds: options.accessTokenTtlSeconds ?? 3_600,
    keyReach: options.keyReach ?? KEYS_OF_REPLICAS,
    newPrivateKey: newPrivateKeys(options.keyAlgorithm ?? 'ES256'),
    passwordCost: CHEAP,
    logger: silentLogger,
    metrics: createMetrics('test'),
    clientAddress: () => world.address,
    requestDeadlineMs: () => options.requestDeadlineMs ?? 20_000,
  });
  await issuing.ensureSigningKey(deadlineIn(30_000));
  await issuing.users.add(deadlineIn(5_000), { ...ALICE, caller: ADMIN });
  const { url, close } = await listen(issuing);
  return { url, issuing, store, world, close };
};

const listen = async ({ front, router }: TokenIssuer): Promise<Pick<TokenIssuingServer, 'url' | 'close'>> => {
  const app = express().use(router, notFoundHandler, problemErrorHandler(silentLogger));
  const server = createHttpServer({
    name: 'test',
    logger: silentLogger,
    headerBytes: 16_384,
    fronts: [front],
    app,
    deadlineMs: 20_000,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  return { url: `http://127.0.0.1:${port}`, close: server.close };
};
