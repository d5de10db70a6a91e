import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom, printedSeed } from '@kith/testing/random';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { importFolder, HEADER } from '../import/import-stage.ts';
import { send } from '../kit/http.ts';
import { DEEDS, rareDeeds, type Administrator } from './household-deeds.ts';
import { openHousehold } from './household.ts';
import type { OneStateStage } from './stage.ts';

const LOOKS = 1_000;
/** They share nothing, and go on side by side. */
const HOUSEHOLDS = 5;
/** So many things happen before an administrator does one. */
const DEEDS_BETWEEN = 16;

/**
 * What happens to a person on one device, each other device shows with its next request, although that asks nothing of
 * the resolver (docs/behaviour.md#several-devices).
 */
export const defineOneState = (name: string, open: () => Promise<OneStateStage>): void =>
  void describe(name, () => {
    let stage: OneStateStage;
    let administrator: Administrator;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
      const files = await importFolder(stage.env);
      endings.push(() => files.remove());
      administrator = administratorOf(stage, files);
    }, 240_000);

    test(`shows all that happened with the next request of each other device, ${LOOKS} times`, async ({
      task,
    }) => {
      const seed = printedSeed(task.fullTestName);
      const looks = await Promise.all(
        Array.from({ length: HOUSEHOLDS }, (_, index) => live(stage, administrator, [seed, index])),
      );
      expect(sum(looks)).toBeGreaterThanOrEqual(LOOKS);
      // The looks would prove nothing if the resolver had answered them all.
      expect(await answeredByCache(stage)).toBeGreaterThan(LOOKS);
    }, 600_000);
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** One household's life; how often its devices were looked at. */
const live = async (
  { url }: OneStateStage,
  administrator: Administrator,
  [seed, index]: readonly [number, number],
): Promise<number> => {
  const random = createRandom(seed + index);
  const household = await openHousehold(url, `household-${seed}-${index}`, random);
  const rare = rareDeeds(administrator);
  for (let turn = 1; household.looks < LOOKS / HOUSEHOLDS; turn += 1) {
    const isRare = turn % DEEDS_BETWEEN === 0;
    await (isRare ? rare[(turn / DEEDS_BETWEEN) % rare.length]! : DEEDS[random(DEEDS.length) - 1]!)(
      household,
    );
  }
  return household.looks;
};

const administratorOf = (
  { env }: OneStateStage,
  files: Awaited<ReturnType<typeof importFolder>>,
): Administrator => {
  const account = ['--account', 'demo'];
  const kith = async (...args: readonly string[]): Promise<void> => {
    const { exitCode, stderr } = await runKith([...args, ...account], { env });
    if (exitCode !== 0) throw new Error(`kith ${args.join(' ')}: ${stderr}`);
  };
  return {
    unmerge: (umid) => kith('unmerge', umid),
    erase: (umid) => kith('erase', 'umid', umid, '--reason', 'asked for'),
    tell: async (customerId, granted) => {
      const line = `customerId,${customerId},CS-OPT,${granted},${new Date().toISOString()}\n`;
      const file = await files.file(`${customerId}.csv`, `${HEADER}${line}`);
      await kith('import', 'permissions', file);
    },
  };
};

/** How many requests the edge has answered from its cache. */
const answeredByCache = async ({ managementUrl }: OneStateStage): Promise<number> => {
  const { text } = await send(managementUrl, '/metrics');
  const counts = Array.from(text.matchAll(/^kith_visits_total\{[^}]*known="cache"[^}]*\} (\d+)$/gm));
  return sum(counts.map(([, count]) => Number(count)));
};
