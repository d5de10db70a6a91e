import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile, Umid } from '@kith/domain/identity';
import {
  startIdentityResolution,
  type IdentityResolution,
  type IdentityResolutionDeps,
} from '@kith/composition/identity-resolution';
import { createMetrics, silentLogger } from '@kith/platform';
import type { EventLog, LogRetention } from '@kith/ports';
import {
  aCommit,
  ampleDeadline,
  anAccount,
  anActivity,
  anEvent,
  aProfile,
  aTrackingCommit,
  BUILT_AT,
  fresh,
  manyOf,
  NO_EXPRESSIONS,
  scopeOf,
  storeVisitor,
  trackingWrites,
  type DurableFixture,
  type ExpiryAdapters,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { setTimeout } from 'node:timers/promises';
import { configurationOf, keyringOf, memoryCache } from '../use-cases/use-cases-over.ts';

/** All that a store does for a resolver. */
type Stores = Omit<
  IdentityResolutionDeps,
  'log' | 'cache' | 'configuration' | 'expressions' | 'keyring' | 'logger' | 'metrics'
>;

const HOUR_MS = 3_600_000;
/** More than are looked at at once. */
const VISITORS = 130;
/** More than go in one step. */
const EVENTS = 1_100;

/** Remembers what is appended, and delivers nothing. */
const rememberingLog = () => {
  const values: string[] = [];
  const log: EventLog & LogRetention = {
    append: async (_deadline, _topic, records) => void values.push(...records.map(({ value }) => value)),
    subscribe: async () => ({ isDelivering: () => true, lags: () => [], stop: async () => undefined }),
    keepFor: async () => undefined,
  };
  const changes = (): readonly { readonly id: string; readonly type: string; readonly subject: string }[] =>
    values.map((value) => JSON.parse(value) as { id: string; type: string; subject: string });
  return { log, changes };
};

/** What several resolvers remove of one store at the same time. */
export const defineExpiring = (
  name: string,
  make: () => Promise<DurableFixture<ExpiryAdapters & Stores>>,
): void =>
  void describe(name, () => {
    const account = anAccount({
      retention: { eventsMs: HOUR_MS, visitorsMs: HOUR_MS, deadLettersMs: HOUR_MS },
    });
    const scope = () => scopeOf(account.name);
    let fixture: DurableFixture<ExpiryAdapters & Stores>;
    const endings = useEndings();
    beforeAll(async () => {
      fixture = await make();
      endings.push(() => fixture.close());
    });

    const { log, changes } = rememberingLog();

    const metrics = manyOf(2, (index) => createMetrics(`resolver-${index}`));
    const start = (index: number): Promise<IdentityResolution> =>
      startIdentityResolution({
        ...fixture.adapter,
        log,
        cache: memoryCache(),
        expressions: NO_EXPRESSIONS,
        configuration: configurationOf(account),
        keyring: keyringOf(),
        logger: silentLogger,
        metrics: metrics[index]!,
      });

    const counted = async (kind: string): Promise<number> => {
      const texts = await Promise.all(metrics.map((one) => one.text()));
      const line = new RegExp(`^kith_expired_total\\{[^}]*kind="${kind}"[^}]*\\} (\\d+)$`, 'm');
      return texts.reduce((sum, text) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
    };

    const untilGone = async (): Promise<void> => {
      const { expiry } = fixture.adapter;
      while ((await expiry.idleVisitors(scope(), Date.now() - HOUR_MS, 1)).length > 0) await setTimeout(20);
      while ((await fixture.adapter.outbox.pending(ampleDeadline(), 1)).length > 0) await setTimeout(20);
    };

    const storeEvents = async (umid: Umid, count: number, receivedAt: number): Promise<void> => {
      const events = manyOf(count, () => anEvent({ umid, receivedAt }));
      const activities = new Map([[umid, { ...anActivity(count), lastReceivedAt: receivedAt }]]);
      const writes = new Map([[account.name, trackingWrites({ events, activities })]]);
      await fixture.adapter.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    };

    const storeProfiles = async (profiles: readonly Profile[]): Promise<void> => {
      await fixture.adapter.profiles.commit(scope(), aCommit({ profiles: profiles.map(fresh) }));
    };

    test('two resolvers remove everything once, tell of it once, and leave the rest', async () => {
      const store = fixture.adapter;
      const visitors = manyOf(VISITORS, () => aProfile());
      const [seen, customer] = [aProfile(), aProfile({ state: 'customer' })];
      await storeProfiles([...visitors, seen, customer]);
      await storeEvents(customer.umid, EVENTS, BUILT_AT);
      await storeEvents(seen.umid, 1, Date.now());
      const whole = await storeVisitor(store, scope(), BUILT_AT);
      const resolutions = await Promise.all([start(0), start(1)]);
      await untilGone();
      await Promise.all(resolutions.map((one) => one.stop()));
      for (const { umid } of [...visitors, whole.profile]) {
        expect(await store.profiles.stored(scope(), umid)).toBeNull();
      }
      expect(await store.profiles.stored(scope(), seen.umid)).toEqual(seen);
      expect(await store.profiles.stored(scope(), customer.umid)).toEqual(customer);
      expect(await store.tracking.events(scope(), customer.umid, 10)).toEqual([]);
      expect(await store.profiles.activities(scope(), [customer.umid])).toMatchObject([{ events: EVENTS }]);
      expect(await store.tracking.events(scope(), seen.umid, 10)).toHaveLength(1);
      expect([await counted('visitor'), await counted("visitor's device")]).toEqual([VISITORS + 1, 2]);
      const told = changes().filter(({ type }) => type === 'kith.profile.expired');
      expect(new Set(told.map(({ subject }) => subject)).size).toBe(VISITORS + 1);
      expect(new Set(told.map(({ id }) => id)).size).toBe(VISITORS + 1);
    });
  });
