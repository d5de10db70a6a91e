import { describe, expect, test } from 'vitest';
import { decodeTracking } from '@kith/contracts';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import type { LogRecord } from '@kith/ports';
import { ampleDeadline, anAccount, randomUmdid, randomUmid } from '@kith/testing';
import type { InfoRequest } from '../reading/info-request.ts';
import type { Visit } from '../recognising/recognise-visitor.ts';
import { trackEvents, type TrackingDeps } from './track-events.ts';

const account = anAccount();

/** What the log has of a visitor's first request. */
const logged = async (data: InfoRequest['data'], profile: EnrichmentValues) => {
  const records: LogRecord[] = [];
  const deps = {
    log: {
      append: async (_deadline: unknown, _topic: string, some: LogRecord[]) => void records.push(...some),
    },
    cache: { remember: async () => undefined },
    admission: { run: (_deadline: unknown, work: () => Promise<void>) => work() },
    metrics: { accepted: () => undefined, translated: () => undefined },
    newId: randomUmdid,
    macs: () => [],
  } as unknown as TrackingDeps;
  const pipeline = {
    name: 'web',
    account,
    cookie: null,
    trackingRequires: null,
    mappings: [],
    dataLayer: [],
  };
  const entry = { umid: randomUmid(), state: 'visitor', type: 0, permissions: {}, bindingVersion: 0 };
  const visit = {
    scope: { account: account.name, deadline: ampleDeadline() },
    request: { pipeline, data, idempotencyKey: null, receivedAt: 1_790_000_000_000 },
    visitor: { umdid: randomUmdid(), entry, sections: {}, isFirstVisit: true },
  } as unknown as Visit;
  await trackEvents(deps, visit, { events: {}, profile });
  return records.map(({ value }) => decodeTracking(value));
};

describe('a first visit', () => {
  test('is a record of its own where nothing else is told of it', async () => {
    expect(await logged([], {})).toMatchObject([{ kind: 'visit' }]);
  });

  test('is told by what enrichment brings, or by its events, of which each shows a device that was never bound', async () => {
    expect(await logged([], { browser: 'Firefox' })).toMatchObject([
      { kind: 'enrichment', enrichment: { bindingVersion: 0 } },
    ]);
    const page = { page: { name: '/' } };
    expect(await logged([page, page], { browser: 'Firefox' })).toMatchObject([
      { kind: 'event', event: { bindingVersion: 0 }, enrichment: { values: { browser: 'Firefox' } } },
      { kind: 'event', event: { bindingVersion: 0 } },
    ]);
  });
});
