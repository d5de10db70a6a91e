import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extentOf } from '@kith/testing';
import { createRandom, printedSeed } from '@kith/testing/random';
import { beforeAll, describe, expect, test } from 'vitest';
import { patientConfiguration } from '../kit/patient-configuration.ts';
import { send } from '../kit/http.ts';
import type { KithHome } from '../kit/kith.ts';
import { createRawClient } from '../kit/raw-exchange.ts';
import { useKith } from '../kit/use-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { nextHostile } from './hostile-stream.ts';
import { memoryOf, type Memory } from '../kit/memory.ts';

const CONNECTIONS = 16;
const WARM_UP = 20_000;
const REQUESTS = extentOf({ short: 20_000, long: 50_000 });
/** One look at the memory per so many requests. */
const LOOK = 500;
/** A connection on which nothing comes back within this time, twice the deadline of an answer, hangs; in milliseconds. */
const HANG_MS = 60_000;
const GROWTH = 1.2;
const MAX_MS = 900_000;

type Strange = { readonly outcome: unknown; readonly bytes: string };

/** Thousands of requests of every hostile kind bring no 5xx, no hang and no growth of memory. */
export const defineHostile = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    const kith = useKith(withLittleMemory(newHome));
    const outcomes = new Map<unknown, number>();
    const strange: Strange[] = [];
    let warm: readonly Memory[];
    let after: readonly Memory[];

    /** Sends so many over as many connections; answers with the looks at the memory on the way. */
    const assault = async (seed: number, requests: number): Promise<readonly Memory[]> => {
      const random = createRandom(seed);
      const looks: Memory[] = [];
      let left = requests;
      const attacker = async (): Promise<void> => {
        const client = createRawClient(kith().url);
        while (left > 0) {
          left -= 1;
          if (left % LOOK === 0) looks.push(await memoryOf(kith().edge));
          const { bytes, needsAnswer, isLast } = nextHostile(random);
          const outcome = await (needsAnswer ? client.exchange : client.exchangeLast)(bytes, HANG_MS);
          if (isLast) client.close();
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (isStrange(outcome, needsAnswer))
            strange.push({ outcome, bytes: bytes.toString('latin1', 0, 500) });
        }
        client.close();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, attacker));
      return looks;
    };

    beforeAll(async () => {
      const seed = printedSeed(title);
      warm = await assault(seed, WARM_UP);
      outcomes.clear();
      after = await assault(seed + 1, REQUESTS);
    }, MAX_MS);

    test('every one that is a request is answered, and none with a 5xx', () => {
      expect(strange).toEqual([]);
      expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
    });

    test('they reach the checks that they are meant for', () => {
      expect([...outcomes.keys()]).toEqual(expect.arrayContaining([200, 204, 400, 403, 404, 413]));
      expect(outcomes.get(200)).toBeGreaterThan(REQUESTS / 20);
      expect(outcomes.get(400)).toBeGreaterThan(REQUESTS / 5);
    });

    test('memory does not grow: what stays after garbage is collected is what stayed after the warm-up', () => {
      // The least of many looks is one shortly after a collection.
      const [settled, final] = [warm.slice(-warm.length / 2), after.slice(-after.length / 2)];
      expect(least(final, 'heap')).toBeLessThan(GROWTH * least(settled, 'heap'));
      expect(least(final, 'anonymous')).toBeLessThan(GROWTH * least(settled, 'anonymous'));
    });

    test('afterwards a visitor is served as ever', async () => {
      expect((await send(kith().edge.managementUrl, '/readyz')).status).toBe(200);
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info('&permissions', { permission: { 'CS-OM': true } });
      expect(await visitor.info('&permissions')).toMatchObject({ umid, permissions: { 'CS-OM': true } });
    });
  });
};

const LITTLE_MEMORY = '--max-old-space-size=128 --max-semi-space-size=16';

/**
 * So that garbage is collected often, and a leak ends the process; and that no 5xx is a busy machine's. The young objects
 * get what they have in Node 20: newer ones let their space grow for minutes, which looks like a leak.
 */
const withLittleMemory = (newHome: () => Promise<KithHome>) => async (): Promise<KithHome> => {
  const home = await newHome();
  const folder = await mkdtemp(join(tmpdir(), 'kith-hostile-'));
  const CONFIG_FILE = await patientConfiguration(folder);
  return {
    start: () => home.start({ NODE_OPTIONS: LITTLE_MEMORY, CONFIG_FILE }),
    remove: async () => {
      await home.remove();
      await rm(folder, { recursive: true });
    },
  };
};

const isStrange = (outcome: unknown, needsAnswer: boolean): boolean =>
  outcome === 'silent' ||
  (needsAnswer && outcome === 'closed') ||
  (typeof outcome === 'number' && outcome >= 500);

const least = (looks: readonly Memory[], what: keyof Memory): number =>
  Math.min(...looks.map((look) => look[what]));
