import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  createHttpServer,
  createMetrics,
  notFoundHandler,
  problemErrorHandler,
  silentLogger,
  steadyClock,
} from '@kith/platform';
import type {
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStatistics,
  TrackingStore,
} from '@kith/ports';
import { createProfileQuery } from '@kith/profile-query';
import { anAccount, anIdentifierRule, BUILT_AT, NO_EXPRESSIONS } from '@kith/testing';
import type { AccountRules } from '@kith/domain/pipeline';
import express from 'express';

/** A store that analysts read, and whatever writes it. */
export interface AnalysedStore {
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly privacy: PrivacyStore;
}

/** The answer to a GraphQL request. */
export interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** The query feature over a store, on a port of its own. */
export interface AnalystStage {
  readonly store: AnalysedStore;
  /** Asks with a token of that account. */
  ask(account: string, query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

/** What the clock of every stage shows: a day after everything that builders make. */
export const NOW = BUILT_AT + 24 * 3_600_000;
const ISSUER = 'http://kith.test';
const KEY_ID = 'the-key';

/** Every account is configured alike. */
const rulesOf = (name: string): AccountRules =>
  anAccount({
    name,
    identifiers: new Map(
      ['customerId', 'email', 'deviceId'].map((one) => [
        one,
        anIdentifierRule({ name: one, kind: one === 'deviceId' ? 'device' : 'login' }),
      ]),
    ),
    linking: new Set(['sharedIdentifier']),
    attributes: new Map([
      ['pageViews', { kind: 'count', of: 'page' }],
      ['lastPage', { kind: 'latest', of: 'page', member: 'name' }],
    ]),
  });

/** Serves the store's content as GraphQL; `close` leaves the store open. */
export const openAnalystStage = async (store: AnalysedStore): Promise<AnalystStage> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'ES256' };
  const query = createProfileQuery({
    ...store,
    reader: store.profiles,
    expressions: NO_EXPRESSIONS,
    accounts: { get: rulesOf },
    jwks: async () => ({ keys: [key] }),
    issuer: ISSUER,
    clock: () => NOW,
    steadyClock,
    randomBytes,
    logger: silentLogger,
    metrics: createMetrics('test'),
    requestDeadlineMs: () => 20_000,
  });
  await query.start();
  const app = express().use(query.router, notFoundHandler, problemErrorHandler(silentLogger));
  const options = { name: 'analysts', headerBytes: 32_768, fronts: [query.front], deadlineMs: 20_000 };
  const server = createHttpServer({ ...options, logger: silentLogger, app });
  const { port } = await server.listen('127.0.0.1', 0);
  return {
    store,
    ask: async (account, text, variables = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf(privateKey, account)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query: text, variables }),
      });
      return (await response.json()) as GraphqlAnswer;
    },
    close: async () => {
      await server.close();
      await query.stop();
    },
  };
};

/** An access token as auth-token issues it. */
const tokenOf = (key: KeyObject, account: string): string => {
  const iat = Math.floor(NOW / 1_000);
  const claims = { iss: ISSUER, aud: 'kith-graphql', sub: 'alice', account, iat, exp: iat + 3_600 };
  const signed = [{ alg: 'ES256', kid: KEY_ID, typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = sign('sha256', Buffer.from(signed.join('.')), { key, dsaEncoding: 'ieee-p1363' });
  return [...signed, signature.toString('base64url')].join('.');
};
