import { beforeAll, describe, expect, test } from 'vitest';
import {
  aDeadLetter,
  ampleDeadline,
  anEvent,
  aTrackingCommit,
  temporaryDirectory,
  trackingWrites,
  type TemporaryDirectory,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openEmbeddedStore, type EmbeddedStore } from './open-embedded-store.ts';

const NOW = 1_700_000_000_000;

describe('the embedded store', () => {
  let directory: TemporaryDirectory;
  let store: EmbeddedStore;
  let now = NOW;
  const endings = useEndings();
  beforeAll(async () => {
    directory = await temporaryDirectory();
    endings.push(() => directory.remove());
    store = await openEmbeddedStore({ directory: directory.path, clock: () => now, sweepIntervalMs: 10 });
    endings.push(() => store.close());
  });

  test('refuses an event whose id is too long to be a key, and goes on', async () => {
    const tooLong = anEvent({ id: 'x'.repeat(5_000) });
    const writes = new Map([['demo', trackingWrites({ events: [anEvent(), tooLong] })]]);
    const commit = aTrackingCommit({ writes });
    expect(await store.tracking.record(ampleDeadline(), commit)).toMatchObject({ kind: 'refused' });
    expect(await store.tracking.position(ampleDeadline(), commit.topic, 0)).toBe(0);
    const rest = { ...commit, writes: new Map([['demo', trackingWrites({ events: [anEvent()] })]]) };
    expect(await store.tracking.record(ampleDeadline(), rest)).toBe('recorded');
  });

  test('removes dead letters and what it knows of replays when their time has come', async () => {
    const [early, late] = [
      aDeadLetter({ expiresAt: NOW + 1_000, digest: 'early' }),
      aDeadLetter({ expiresAt: NOW + 2_000, digest: 'late' }),
    ];
    await store.tracking.record(ampleDeadline(), aTrackingCommit({ deadLetters: [early, late] }));
    await store.deadLetters.noteReplays(ampleDeadline(), ['early'], NOW + 500);
    await store.deadLetters.noteReplays(ampleDeadline(), ['late'], NOW + 500);
    await store.deadLetters.noteReplays(ampleDeadline(), ['late'], NOW + 2_000);
    now = NOW + 1_500;
    const read = () => store.deadLetters.read(ampleDeadline(), [early.id, late.id]);
    while ((await read()).length === 2) await new Promise((resolve) => setImmediate(resolve));
    expect(await read()).toEqual([{ ...late, replays: 2 }]);
    await store.tracking.record(
      ampleDeadline(),
      aTrackingCommit({ deadLetters: [{ ...early, expiresAt: NOW + 5_000 }] }),
    );
    expect(await store.deadLetters.read(ampleDeadline(), [early.id])).toMatchObject([{ replays: 0 }]);
  });
});
