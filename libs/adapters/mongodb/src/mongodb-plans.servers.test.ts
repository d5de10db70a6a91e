import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aBeginning,
  aChange,
  aCommit,
  aConsentEntry,
  aTakenPart,
  aDevice,
  aFailedDelivery,
  aSharedRecord,
  aLink,
  ampleDeadline,
  anAct,
  anActivity,
  anAuditEntry,
  anEvent,
  anExpiry,
  anIdentifier,
  chainCommit,
  chainOf,
  aNewcomer,
  aProfile,
  aRefreshToken,
  aSigningKey,
  aSuppression,
  aTrackingCommit,
  aUser,
  aQueuedDelivery,
  BUILT_AT,
  fresh,
  manyOf,
  newIdentifier,
  randomAccount,
  randomName,
  randomUmid,
  replacing,
  scopeOf,
  storeVisitor,
  trackingWrites,
} from '@kith/testing';
import { CREDENTIAL_MIGRATIONS } from './credentials/credential-migrations.ts';
import { createCredentialStore } from './credentials/open-mongodb-credentials.ts';
import { openExplainedDatabase } from './engine/explained-database.fake.ts';
import { migrateWholly } from './engine/migrate-wholly.fake.ts';
import { createMongodbStore } from './open-mongodb-store.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';

const database = openExplainedDatabase();
const { connection, commandsOf } = database;

beforeAll(async () => {
  const both = async (): Promise<void> => {
    for (const { migrate: step } of CREDENTIAL_MIGRATIONS) await step(connection.database, () => undefined);
  };
  await migrateWholly(connection, [
    ...STORE_MIGRATIONS,
    { version: 1_000, name: 'credentials too', migrate: both },
  ]);
});
afterAll(() => database.close());

/** Every query is found by an index. */
const expectNoScan = async (calls: () => Promise<unknown>): Promise<void> => {
  const plans = await database.plansOf(calls);
  expect(plans).not.toEqual([]);
  expect(plans.filter(({ isScan }) => isScan)).toEqual([]);
};

const account = randomAccount();
const scope = scopeOf(account);

describe('no query of a request scans or sorts:', () => {
  const stored = createMongodbStore(connection, {});
  const { profiles, consentHistory, tracking, outbox, privacy, expiry } = stored;

  test('loading', () =>
    expectNoScan(() =>
      profiles.load(scope, {
        umdid: aDevice().umdid,
        umids: manyOf(2, randomUmid),
        identifiers: manyOf(2, () => anIdentifier()),
        shared: manyOf(2, () => anIdentifier()),
        suppressions: manyOf(2, randomUmid),
      }),
    ));

  test('the sections of an answer', () =>
    expectNoScan(async () => {
      await profiles.activities(scope, manyOf(3, randomUmid));
      await profiles.links(scope, randomUmid(), 32);
      await profiles.stored(scope, randomUmid());
    }));

  test('events that are counted again', () =>
    expectNoScan(async () => {
      const { recounts } = stored;
      const umid = randomUmid();
      await recounts.activeUmids(scope, null, 10);
      await recounts.activeUmids(scope, umid, 10);
      const activities = new Map([[umid, anActivity(1)]]);
      const writes = new Map([[account, trackingWrites({ events: [anEvent({ umid })], activities })]]);
      await tracking.record(scope.deadline, aTrackingCommit({ topic: randomName('topic'), writes }));
      const page = { umid, limit: 10, receivedFrom: 1 };
      await recounts.look(scope, { ...page, after: null });
      await recounts.look(scope, { ...page, after: { time: 1, id: randomUmid() } });
      expect(await recounts.replace(scope, umid, anActivity(1), anActivity(2))).toBe(true);
    }));

  test('the consent history, from either end', () =>
    expectNoScan(async () => {
      const umid = randomUmid();
      await consentHistory.entries(scope, umid, { order: 'oldestFirst', after: null, limit: 10 });
      await consentHistory.entries(scope, umid, { order: 'oldestFirst', after: 3, limit: 10 });
      await consentHistory.entries(scope, umid, { order: 'newestFirst', after: 3, limit: 10 });
      await consentHistory.profiles(scope, null, 10);
      await consentHistory.profiles(scope, umid, 10);
    }));

  test('deliveries to destinations, waiting and failed', () =>
    expectNoScan(async () => {
      const { destinations } = stored;
      const { deadline } = scope;
      const [umid, destination] = [randomUmid(), 'campaigns'];
      const { lease, control, intake, retries, failures, shared } = destinations.of({ account, destination });
      await control.open(deadline, { isPaused: false, since: 1 });
      await lease.acquire(deadline, 'one', 1_000);
      await intake.progress(deadline, 'tracking', 0);
      const queued = manyOf(3, () => ({ delivery: aQueuedDelivery(umid), dueAt: 1 }));
      const failed = manyOf(3, () => aFailedDelivery());
      const part = aTakenPart({ topic: 'tracking', queued, failed });
      expect(await intake.commit(deadline, part)).toBe('taken');
      await shared.save(deadline, [aSharedRecord()]);
      await shared.find(deadline, [umid]);
      await retries.occupied(deadline, [umid]);
      await shared.page(deadline, umid, 10);
      expect(await destinations.withSharedRecords(scope)).toContain(destination);
      await shared.count(deadline, 10);
      await shared.remove(deadline, aSharedRecord());
      await retries.due(deadline, 2, 10);
      await retries.first(deadline, umid, 10);
      await retries.heads(deadline, 10);
      await control.counts(deadline);
      await failures.page(deadline, { after: failed[0]!, limit: 2 });
      await failures.replay(deadline, { limit: 1, dueAt: 1 });
      await failures.removeBefore(deadline, 2_000_000_000_000, 2);
      const tried = queued[0]!.delivery;
      await retries.proceed(deadline, { queue: umid, gone: ['x'], failed: [], tried, dueAt: 3 });
      await control.setReviewed(deadline, 'rules');
      await control.restart(deadline, 1);
      await lease.release(deadline, 'one');
    }));

  test('a commit of everything, and of one document', () =>
    expectNoScan(async () => {
      const profile = aProfile();
      await profiles.commit(
        scope,
        aCommit({
          profiles: [fresh(profile)],
          devices: [fresh(aDevice({ umid: profile.umid }))],
          identifiers: [newIdentifier(anIdentifier(), profile.umid)],
          released: [{ ...anIdentifier(), from: [profile.umid] }],
          shared: [{ ...anIdentifier(), umid: profile.umid, lastSeen: 1 }],
          links: [aLink(profile.umid, randomUmid())],
          consent: [aConsentEntry({ umid: profile.umid })],
          changes: [aChange()],
        }),
      );
      await profiles.commit(scope, aCommit({ profiles: [replacing({ ...profile, version: 2 }, 1)] }));
    }));

  test('an erasure from beginning to end', () =>
    expectNoScan(async () => {
      const profile = aProfile({ identifiers: [{ ...anIdentifier(), firstSeen: 1, lastSeen: 1 }] });
      const device = aDevice({ umid: profile.umid });
      const parts = { profiles: [fresh(profile)], devices: [fresh(device)], changes: [aChange(profile)] };
      await profiles.commit(scope, aCommit({ ...parts, links: [aLink(profile.umid, randomUmid())] }));
      const beginning = aBeginning(profile);
      await privacy.suppressed(scope, manyOf(2, randomUmid));
      await privacy.begin(scope, beginning);
      await privacy.unfinished(ampleDeadline(), 10);
      await privacy.devices(scope, profile.umid, 10);
      await privacy.removeDevices(scope, beginning.erasure.id, [device.umdid], [aSuppression()]);
      await privacy.removeSome(scope, beginning.erasure.id, 10);
      await privacy.finish(scope, beginning.erasure.id, anAuditEntry(1));
    }));

  test('looking for what has expired, and removing it', () =>
    expectNoScan(async () => {
      const visitor = await storeVisitor(stored, scope, BUILT_AT);
      await expiry.takeTurn(ampleDeadline(), 'holder', 1);
      await expiry.idleVisitors(scope, BUILT_AT + 1, 10);
      await expiry.putOff(scope, visitor.profile, BUILT_AT + 1);
      await expiry.expire(scope, anExpiry(visitor), 1);
      await expiry.expire(scope, anExpiry(visitor), 100);
      await expiry.removeEvents(scope, BUILT_AT + 1, 10);
    }));

  test('the audit trail', () =>
    expectNoScan(async () => {
      await privacy.auditHead(scope);
      await privacy.audit(scope, anAuditEntry(2));
      await privacy.auditEntries(scope, 0, 10);
    }));

  test('a batch of tracking', () =>
    expectNoScan(async () => {
      const event = anEvent();
      await tracking.state(scope, [event.id], [event.umid]);
      const activities = new Map([[event.umid, anActivity(1)]]);
      const writes = trackingWrites({ newcomers: [aNewcomer()], events: [event], activities });
      const commit = aTrackingCommit({ writes: new Map([[account, writes]]) });
      await tracking.record(ampleDeadline(), commit);
      await tracking.position(ampleDeadline(), commit.topic, 0);
      await tracking.events(scope, event.umid, 10);
    }));

  test('the outbox', () =>
    expectNoScan(async () => {
      await outbox.pending(ampleDeadline(), 100);
      const items = await outbox.pending(ampleDeadline(), 100, [0, 3, 15]);
      await outbox.published(
        ampleDeadline(),
        items.map(({ key }) => key),
        Date.now(),
      );
      const { outboxLeases } = stored;
      const table = await outboxLeases.renew(ampleDeadline(), 'one', 1_000);
      await outboxLeases.assign(ampleDeadline(), table, table.owners);
      await outboxLeases.leave(ampleDeadline(), 'one');
    }));

  test('tokens, users and failed logins', () =>
    expectNoScan(async () => {
      const store = createCredentialStore(connection, Date.now);
      await store.users.add(scope, aUser({ username: 'somebody' }), anAct());
      await store.users.find(ampleDeadline(), 'somebody');
      await store.users.list(scope);
      await store.refreshTokens.add(ampleDeadline(), aRefreshToken());
      await store.refreshTokens.find(ampleDeadline(), 'hash');
      await store.refreshTokens.ofSession(scope, 'session');
      await store.refreshTokens.ofUser(scope, 'somebody', 10);
      await store.refreshTokens.noteUse(ampleDeadline(), 'hash', 1);
      await store.refreshTokens.remove(ampleDeadline(), 'hash');
      const change = { passwordHash: 'hash', revokeTokens: true };
      expect(await store.users.changePassword(scope, 'somebody', change, anAct())).toBe(0);
      expect(await store.users.remove(scope, 'somebody', anAct())).toBe(true);
      await store.signingKeys.addFirst(ampleDeadline(), aSigningKey());
      await store.signingKeys.add(ampleDeadline(), aSigningKey({ kid: 'kid' }), anAct());
      expect(await store.signingKeys.revoke(ampleDeadline(), 'kid', anAct())).toBe(true);
      await store.signingKeys.remove(ampleDeadline(), ['kid']);
      const attempt = { id: 'try', subjects: ['subject'], at: 1, endsBy: 2 };
      await store.loginTries.begin(ampleDeadline(), attempt, 0, () => true);
      await store.loginTries.end(ampleDeadline(), attempt, 'failed');
      await store.loginTries.clearFailures(ampleDeadline(), ['subject'], 3);
    }));
});

describe('a look', () => {
  const { profiles } = createMongodbStore(connection, {});
  const many = (count: number) => ({
    umids: manyOf(count, randomUmid),
    umdids: manyOf(count, () => aDevice().umdid),
    identifiers: manyOf(count, () => anIdentifier()),
    shared: [],
    suppressions: manyOf(count, randomUmid),
  });
  const shared = manyOf(3, () => anIdentifier());

  test('at keys of several accounts is one command, a find by the index of keys', async () => {
    const wanted = manyOf(3, () => ({ account: randomAccount(), keys: many(5) }));
    const look = () => profiles.look(ampleDeadline(), wanted);
    await expectNoScan(look);
    expect(await commandsOf(look)).toEqual([
      expect.objectContaining({
        find: 'identity',
        readConcern: { level: 'majority' },
        sort: new Map([['_id', 1]]),
        projection: expect.not.objectContaining({ journal: expect.anything() }),
      }),
    ]);
  });

  test('examines nothing but what is stored under the keys', async () => {
    const stored = manyOf(5, () => aProfile());
    await profiles.commit(scope, aCommit({ profiles: stored.map(fresh) }));
    const umids = [...stored.map(({ umid }) => umid), randomUmid()];
    const [effort] = await database.effortsOf(() =>
      profiles.look(ampleDeadline(), [{ account, keys: { ...many(1), umids } }]),
    );
    expect(effort).toMatchObject({ docsExamined: 5, returned: 5 });
  });

  test('at holders of shared identifiers takes one command more, for all of them', async () => {
    const look = () => profiles.look(ampleDeadline(), [{ account, keys: { ...many(2), shared } }]);
    await expectNoScan(look);
    expect(await commandsOf(look)).toHaveLength(2);
  });
});

describe('loading', () => {
  const { profiles } = createMongodbStore(connection, {});

  test('is one look where nothing leads on, and a second one for what a device leads to', async () => {
    const profile = aProfile();
    const device = aDevice({ umid: profile.umid });
    await profiles.commit(scope, aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }));
    const wanted = { umdid: device.umdid, umids: [profile.umid] };
    expect(await commandsOf(() => profiles.load(scope, wanted))).toHaveLength(1);
    const hinted = { umdid: device.umdid, hint: profile.umid };
    expect(await commandsOf(() => profiles.load(scope, hinted))).toHaveLength(1);
    expect(await commandsOf(() => profiles.load(scope, { umdid: device.umdid }))).toHaveLength(2);
  });

  test('walks a chain of redirects once: the next look takes the short way', async () => {
    const chain = chainOf(300);
    const wanted = { umids: [chain.absorbed[0]!, chain.absorbed[150]!] };
    await profiles.commit(scope, chainCommit(chain));
    const first = await profiles.load(scope, wanted);
    const commands = await commandsOf(async () => {
      expect(await profiles.load(scope, wanted)).toEqual(first);
    });
    expect(commands).toHaveLength(2);
  });
});
