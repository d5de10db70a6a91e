import { expect, test } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Umid } from '@kith/domain/identity';
import { ampleDeadline, createRandom, manyOf, printedSeed, scopeOf, temporaryDirectory } from '@kith/testing';
import { openEmbeddedStore, type EmbeddedStore } from './open-embedded-store.ts';

const WRITER = fileURLToPath(new URL('./killed-writer.mjs', import.meta.url));
const ROUNDS = 10;
/** A kill comes after 1 to so many lines. */
const MAX_LINES = 1_000;
/** A record that is appended after each kill: behind it lies nothing that was acknowledged before. */
const END = 'the end of a round';

/** Lets the writer work until so many lines have come, kills it, and answers with all that it printed. */
const writeUntilKilled = async (
  directory: string,
  round: number,
  acknowledged: number,
): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [WRITER, directory, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === 1) await expectInUse(directory, child.pid!);
    if (lines.length === acknowledged) child.kill('SIGKILL');
  }
  expect((await exited)[1]).toBe('SIGKILL');
  // The last line may have been cut in the middle.
  return lines.filter((line) => /^[rp] \S.*\d$/.test(line)).slice(0, -1);
};

const expectInUse = async (directory: string, pid: number): Promise<void> => {
  const second = openEmbeddedStore({ directory, clock: Date.now });
  await expect(second).rejects.toThrow(`is in use by the process ${pid}`);
};

const recordsOf = async (store: EmbeddedStore): Promise<readonly string[]> => {
  const values: string[] = [];
  await markEnd(store);
  await new Promise<void>((resolve) => {
    const seen = { next: 0 };
    void store.log.subscribe('tracking', 'recount', {
      startAt: async () => seen.next,
      take: async ({ records, next }) => {
        expect(records.map(({ position }) => position)).toEqual(
          manyOf(records.length, (index) => seen.next + index),
        );
        values.push(...records.map(({ value }) => value));
        seen.next = next;
        if (values.filter((value) => value === END).length === ROUNDS) resolve();
      },
    });
  });
  return values;
};

const markEnd = (store: EmbeddedStore) =>
  store.log.append(ampleDeadline(), 'tracking', [{ key: 'k', value: END }]);

test('a writer killed 10 times loses nothing that was acknowledged, and the store opens again', async () => {
  const directory = await temporaryDirectory();
  const acknowledged: string[] = [];
  const random = createRandom(printedSeed('the embedded store killed'));
  for (let round = 1; round <= ROUNDS; round += 1) {
    acknowledged.push(...(await writeUntilKilled(directory.path, round, random(MAX_LINES))));
    if (round === ROUNDS) break;
    const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
    await markEnd(store);
    await store.close();
  }
  const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  await expectAll(store, acknowledged);
  await store.close();
  await directory.remove();
}, 120_000);

const expectAll = async (store: EmbeddedStore, acknowledged: readonly string[]): Promise<void> => {
  const named = (kind: string) =>
    acknowledged.filter((line) => line.startsWith(kind)).map((line) => line.slice(2));
  const records = await recordsOf(store);
  const known = new Set(records);
  expect(named('r').filter((value) => !known.has(value))).toEqual([]);
  const umids = named('p') as Umid[];
  const identifiers = umids.map((value) => ({ name: 'customerId', value }));
  const { profiles, owners } = await store.profiles.load(scopeOf('demo'), { umids, identifiers });
  expect(profiles.map(({ umid }) => umid)).toEqual(umids);
  expect(owners.map(({ storedUmid }) => storedUmid)).toEqual(umids);
  const changes = await store.outbox.pending(ampleDeadline(), 1_000_000);
  const changed = new Set(changes.map(({ change }) => change.umid));
  expect(umids.filter((umid) => !changed.has(umid))).toEqual([]);
  expect(umids.length).toBeGreaterThan(0);
};
