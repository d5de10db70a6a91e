import { beforeAll, describe, expect, test } from 'vitest';
import type { TrackingCommit } from '@kith/ports';
import { ampleDeadline, anActivity, anEvent, aTrackingCommit, trackingWrites } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

const MEBIBYTE = 1024 * 1024;

describe('a document that is larger than MongoDB takes', () => {
  const { uri, database, drop } = databaseUnderTest();
  let store: MongodbStore;
  const endings = useEndings();
  beforeAll(async () => {
    endings.push(drop);
    store = await openMongodbStore({ uri, database });
    endings.push(() => store.close());
  });

  const record = (commit: TrackingCommit) => store.tracking.record(ampleDeadline(), commit);
  const commitOf = (parts: Parameters<typeof trackingWrites>[0]) =>
    aTrackingCommit({ writes: new Map([['demo', trackingWrites(parts)]]) });
  const large = (mebibytes: number) => anEvent({ properties: { text: 'x'.repeat(mebibytes * MEBIBYTE) } });

  test.each([16, 17, 40])('is refused for ever: an event of %d MiB', async (mebibytes) => {
    const commit = commitOf({ events: [anEvent(), large(mebibytes)] });
    expect(await record(commit)).toMatchObject({ kind: 'refused' });
    expect(await store.tracking.position(ampleDeadline(), commit.topic, 0)).toBe(0);
  });

  test('is refused for ever: an activity that has grown too large', async () => {
    const attributes = { all: { kind: 'latest', at: 0, value: 'x'.repeat(17 * MEBIBYTE) } };
    const activity = { ...anActivity(1), attributes } as unknown as ReturnType<typeof anActivity>;
    const { umid } = anEvent();
    expect(await record(commitOf({ activities: new Map([[umid, activity]]) }))).toMatchObject({
      kind: 'refused',
    });
  });

  test('is not made of many that each fit', async () => {
    const events = [large(6), large(6), large(6), large(6)];
    expect(await record(commitOf({ events }))).toBe('recorded');
  });
});
