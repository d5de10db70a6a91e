import { randomBytes } from 'node:crypto';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import {
  createHttpServer,
  createMetrics,
  notFoundHandler,
  problemErrorHandler,
  silentLogger,
  steadyClock,
  type Logger,
} from '@kith/platform';
import type { Expressions } from '@kith/ports';
import { anAccount, identifierRules } from '@kith/testing/builders';
import express from 'express';
import type { Jwks } from './authentication/jwks.ts';
import { createProfileQuery } from './create-profile-query.ts';
import { createIssuer, NOW_SECONDS, type Issuer } from './issuer.fake.ts';
import {
  createProfileReaderFake,
  deviceFake,
  profileFake,
  type ProfileReaderFake,
} from './profile-reader.fake.ts';

const account = (name: string): AccountRules =>
  anAccount({
    name,
    owner: `${name}-owner`,
    identifiers: identifierRules({
      customerId: {},
      email_sha256: { lowercase: true, pattern: /^[0-9a-f]{64}$/ },
      mt2: { kind: 'network', shared: true },
    }),
    blockedValues: new Set(['guest']),
    permissions: new Set(),
  });

export const UMID = '11111111-1111-4111-8111-111111111111' as Umid;
export const MERGED_UMID = '22222222-2222-4222-8222-222222222222' as Umid;
export const VISITOR_UMID = '33333333-3333-4333-8333-333333333333' as Umid;
export const OTHER_UMID = '44444444-4444-4444-8444-444444444444' as Umid;
export const UMDID = '55555555-5555-4555-8555-555555555555' as Umdid;
export const EMAIL = 'ab'.repeat(32);

/** A store that knows nothing beside profiles: what surrounds them is tried over real stores, in tools. */
const NOTHING_AROUND = {
  catalogue: { persons: async () => [] },
  statistics: { countEvents: async () => [] },
  details: {
    activitiesByUmid: async () => new Map(),
    linksByUmid: async () => new Map(),
    devicesByUmid: async () => new Map(),
    eventsOf: async (_: unknown, selections: readonly unknown[]) => selections.map(() => []),
    consentOf: async (_: unknown, selections: readonly unknown[]) => selections.map(() => []),
  },
};

const newReader = (): ProfileReaderFake =>
  createProfileReaderFake({
    demo: {
      profiles: [
        profileFake(UMID, 'profile-1', [
          { name: 'customerId', value: 'c1' },
          { name: 'email_sha256', value: EMAIL },
          { name: 'mt2', value: 'line' },
          { name: 'customerId', value: 'guest' },
        ]),
        profileFake(VISITOR_UMID, 'profile-2'),
      ],
      redirects: { [MERGED_UMID]: UMID },
      devices: [deviceFake(UMDID, MERGED_UMID)],
    },
    other: { profiles: [profileFake(OTHER_UMID, 'profile-3', [{ name: 'customerId', value: 'c3' }])] },
  });

/** The answer to a GraphQL request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly { message: string; extensions: Readonly<Record<string, unknown>> }[];
  };
}

/** The feature on a port of its own, over two accounts. */
export interface ProfileQueryServer {
  readonly url: string;
  readonly issuer: Issuer;
  readonly reader: ProfileReaderFake;
  readonly world: { nowMs: number; jwks: () => Promise<Jwks> };
  /** Sends a GraphQL request with a token of account `demo`. */
  ask(query: string, variables?: Readonly<Record<string, unknown>>, token?: string): Promise<Answer>;
  /** Sends any request. */
  send(init: RequestInit): Promise<Answer>;
  /** As where the issuer's keys have changed. */
  forgetKeys(): void;
  close(): Promise<void>;
}

export interface ProfileQueryServerOptions {
  readonly logger?: Logger;
  readonly requestDeadlineMs?: number;
  readonly expressions?: Expressions;
  readonly issuer?: Issuer;
}

const NOBODY_EVALUATES: Expressions = {
  evaluate: async (_deadline, questions) => questions.map(() => ({ kind: 'failed', why: 'busy' })),
};

export const startProfileQuery = async ({
  logger = silentLogger,
  requestDeadlineMs = 5_000,
  expressions = NOBODY_EVALUATES,
  issuer = createIssuer(),
}: ProfileQueryServerOptions = {}): Promise<ProfileQueryServer> => {
  const reader = newReader();
  const world = { nowMs: NOW_SECONDS * 1_000, jwks: () => Promise.resolve(issuer.jwks) };
  const query = createProfileQuery({
    reader,
    ...NOTHING_AROUND,
    expressions,
    accounts: new Map([account('demo'), account('other')].map((rules) => [rules.name, rules])),
    jwks: () => world.jwks(),
    issuer: 'http://kith.test',
    clock: () => world.nowMs,
    steadyClock,
    randomBytes,
    logger,
    metrics: createMetrics('test'),
    requestDeadlineMs: () => requestDeadlineMs,
  });
  await query.start();
  const app = express().use(query.router, notFoundHandler, problemErrorHandler(silentLogger));
  const options = { name: 'test', headerBytes: 32_768, fronts: [query.front], deadlineMs: 5_000 };
  const server = createHttpServer({ ...options, logger: silentLogger, app });
  const { port } = await server.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}/graphql`;
  const send = async (init: RequestInit): Promise<Answer> => {
    const response = await fetch(url, { method: 'POST', ...init });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Answer['body'] };
  };
  return {
    url,
    issuer,
    reader,
    world,
    send,
    forgetKeys: query.forgetKeys,
    ask: (text, variables = {}, token = issuer.token('demo')) =>
      send({
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      }),
    close: async () => {
      await server.close();
      await query.stop();
    },
  };
};
