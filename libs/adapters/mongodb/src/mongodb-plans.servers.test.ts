import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  aBeginning,
  aChange,
  aCommit,
  aConsentEntry,
  aDevice,
  aLink,
  ampleDeadline,
  anActivity,
  anAuditEntry,
  anEvent,
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
  fresh,
  manyOf,
  newIdentifier,
  randomAccount,
  randomUmid,
  replacing,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import { CREDENTIAL_MIGRATIONS } from './credential-migrations.ts';
import { createCredentialStore } from './credential-store.ts';
import { openExplainedDatabase } from './explained-database.fake.ts';
import { migrate } from './migrate.ts';
import { createMongodbStore } from './open-mongodb-store.ts';
import { STORE_MIGRATIONS } from './store-migrations.ts';

jest.setTimeout(30_000);

const database = openExplainedDatabase();
const { connection, commandsOf, lookUpsByKey } = database;

beforeAll(async () => {
  const both = async (): Promise<void> => {
    for (const { migrate: step } of CREDENTIAL_MIGRATIONS) await step(connection.database);
  };
  await migrate(connection, [...STORE_MIGRATIONS, { version: 3, name: 'credentials too', migrate: both }]);
});
afterAll(() => database.close());

const SCANS = ['COLLSCAN', 'SORT'];
const LOOK_UPS = ['IXSCAN', 'IDHACK', 'EOF'];

const expectNoScan = async (calls: () => Promise<unknown>): Promise<void> => {
  const plans = await database.plansOf(calls);
  expect(plans).not.toEqual([]);
  expect(plans.filter(({ stages }) => stages.some((stage) => SCANS.includes(stage)))).toEqual([]);
  expect(plans.filter(({ stages }) => !stages.some((stage) => LOOK_UPS.includes(stage)))).toEqual([]);
};

const account = randomAccount();
const scope = scopeOf(account);

describe('no query of a request scans or sorts:', () => {
  const { profiles, consentHistory, tracking, outbox, privacy } = createMongodbStore(connection, {});

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

  test('the consent history, from either end', () =>
    expectNoScan(async () => {
      const umid = randomUmid();
      await consentHistory.entries(scope, umid, { order: 'oldestFirst', after: null, limit: 10 });
      await consentHistory.entries(scope, umid, { order: 'oldestFirst', after: 3, limit: 10 });
      await consentHistory.entries(scope, umid, { order: 'newestFirst', after: 3, limit: 10 });
      await consentHistory.profiles(scope, null, 10);
      await consentHistory.profiles(scope, umid, 10);
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
      const items = await outbox.pending(ampleDeadline(), 100);
      await outbox.published(
        ampleDeadline(),
        items.map(({ position }) => position),
      );
    }));

  test('tokens, users and failed logins', () =>
    expectNoScan(async () => {
      const store = createCredentialStore(connection, Date.now);
      await store.addUser(scope, aUser());
      await store.user(ampleDeadline(), 'somebody');
      await store.users(scope);
      await store.addRefreshToken(ampleDeadline(), aRefreshToken());
      await store.refreshToken(ampleDeadline(), 'hash');
      await store.refreshTokenOfSession(scope, 'session');
      await store.refreshTokensOfUser(scope, 'somebody', 10);
      await store.noteRefreshTokenUse(ampleDeadline(), 'hash', 1);
      await store.removeRefreshToken(ampleDeadline(), 'hash');
      await store.removeRefreshTokensOfUser(scope, 'somebody');
      await store.changePassword(scope, 'somebody', 'hash');
      await store.removeUser(scope, 'somebody');
      await store.addFirstSigningKey(ampleDeadline(), aSigningKey());
      await store.addSigningKey(ampleDeadline(), aSigningKey());
      await store.removeSigningKeys(ampleDeadline(), ['kid']);
      await store.loginFailures(ampleDeadline(), ['subject'], 0);
      await store.clearLoginFailures(ampleDeadline(), ['subject']);
    }));
});

describe('loading', () => {
  const { profiles } = createMongodbStore(connection, {});

  test('is one round trip, whatever is wanted', async () => {
    const wanted = {
      umdid: aDevice().umdid,
      umids: manyOf(3, randomUmid),
      identifiers: manyOf(3, () => anIdentifier()),
      shared: manyOf(3, () => anIdentifier()),
    };
    expect(await commandsOf(() => profiles.load(scope, wanted))).toHaveLength(1);
  });

  test('follows redirects by the index of keys', async () => {
    const profile = aProfile();
    const device = aDevice({ umid: profile.umid });
    await profiles.commit(scope, aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }));
    const before = await lookUpsByKey('profiles');
    expect((await profiles.load(scope, { umdid: device.umdid })).current).toEqual(profile);
    expect(await lookUpsByKey('profiles')).toBeGreaterThan(before);
  });

  test('walks a chain of redirects once: the next look takes the short way, in one round trip', async () => {
    const chain = chainOf(1_000);
    const wanted = { umids: [chain.absorbed[0]!, chain.absorbed[500]!] };
    await profiles.commit(scope, chainCommit(chain));
    const first = await profiles.load(scope, wanted);
    const before = await lookUpsByKey('profiles');
    const commands = await commandsOf(async () => {
      expect(await profiles.load(scope, wanted)).toEqual(first);
    });
    expect(commands).toHaveLength(1);
    expect((await lookUpsByKey('profiles')) - before).toBeLessThan(10);
  });
});
