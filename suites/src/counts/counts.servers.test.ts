import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { AT_ONCE, BOUNDS, POLLS } from './bounds.ts';
import { startCountedApps, type CountedApps } from './counted-apps.ts';
import { PREPARATIONS, type Ask, type CountedRow } from './requests.ts';
import { openConnections } from './send.ts';
import { countsBetween, countsByWay, type Counts } from './tally.ts';

/** Sink and relay follow a request at once; what is still after that has followed, also on a busy machine. */
const STILL_MS = 600;
/**
 * The machine, or a clock that struck, may add to any look, but takes nothing from it: what one look shows to be enough
 * is what the requests cost. What costs more costs more in every look.
 */
const MAX_LOOKS = 8;

const ROWS = Object.keys(PREPARATIONS) as CountedRow[];

describe('what a request of the apps apart costs in commands, as their drivers send them:', () => {
  const stage: CountedApps[] = [];
  const shown: string[] = [];
  const endings = useEndings();
  beforeAll(async () => {
    const apps = await startCountedApps(endings);
    stage.push(apps);
    apps.tally.leaveOut(POLLS);
    await warmUp(apps);
  });
  afterAll(() => void process.stderr.write(`${shown.join('\n')}\n`));

  test.each(ROWS)('%s', async (row) => {
    const bounds = BOUNDS[row];
    const alone = await leastOf(() => countOf(stage[0]!, row, 1), bounds.alone);
    const atOnce = await leastOf(() => countOf(stage[0]!, row, AT_ONCE), bounds.atOnce);
    shown.push(`${row}, one alone: ${told(alone)}`, `${row}, ${AT_ONCE} at once: ${told(atOnce)}`);
    expect({ alone: above(alone, bounds.alone), atOnce: above(atOnce, bounds.atOnce) }).toEqual({
      alone: {},
      atOnce: {},
    });
  });
});

/** Every way once, so that nothing is counted that only the first request needs. */
const warmUp = async (apps: CountedApps): Promise<void> => {
  for (const row of ROWS) {
    for (const ask of await PREPARATIONS[row](apps, 2)) await ask().answered;
  }
  await apps.tally.untilStill(STILL_MS);
};

/** What so many requests at once cost, with all that follows them. */
const countOf = async (apps: CountedApps, row: CountedRow, count: number): Promise<Counts> => {
  const { tally } = apps;
  const asks: readonly Ask[] = await PREPARATIONS[row](apps, count);
  await tally.untilStill(STILL_MS);
  const before = tally.counts();
  await sendTogether(apps, asks);
  await tally.untilStill(STILL_MS);
  return countsBetween(before, tally.counts());
};

/** All that is sent has arrived before anybody reads it, so that it meets in one turn. */
const sendTogether = async (
  { edge, graphql, auth, freeze, goOn }: CountedApps,
  asks: readonly Ask[],
): Promise<void> => {
  for (const url of [edge, graphql, auth]) await openConnections(url, asks.length);
  await freeze();
  const sent = asks.map((ask) => ask());
  await Promise.all(sent.map(({ written }) => written)).finally(goOn);
  await Promise.all(sent.map(({ answered }) => answered));
};

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The first look within the bounds, or the one of all that came to least. */
const leastOf = async (look: () => Promise<Counts>, bounds: Counts): Promise<Counts> => {
  const looks: Counts[] = [];
  while (looks.length < MAX_LOOKS) {
    const counts = await look();
    if (isWithin(counts, bounds)) return counts;
    looks.push(counts);
  }
  return looks.toSorted((one, other) => totalOf(one) - totalOf(other))[0]!;
};

const isWithin = (counts: Counts, bounds: Counts): boolean => Object.keys(above(counts, bounds)).length === 0;

/** What is above its bound, with the commands that it is made of. */
const above = (counts: Counts, bounds: Counts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(countsByWay(counts))
      .filter(([way, count]) => count > (bounds[way] ?? 0))
      .map(([way, count]) => {
        const parts = Object.entries(counts).filter(([name]) => name.startsWith(`${way} `));
        return [way, `${count}, at most ${bounds[way] ?? 0}: ${told(Object.fromEntries(parts))}`];
      }),
  );

const told = (counts: Counts): string =>
  [countsByWay(counts), counts]
    .map((some) =>
      Object.entries(some)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    )
    .join('; of it ');
