import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { AT_ONCE, BOUNDS, POLLS } from './bounds.ts';
import { startCountedApps, type CountedApps } from './counted-apps.ts';
import { PREPARATIONS, type Ask, type CountedRow } from './requests.ts';
import { openConnections } from './send.ts';
import { countsBetween, countsByWay, type Counts } from './tally.ts';

/** Sink and relay follow a request at once; what is still after that has followed, also on a busy machine. */
const STILL_MS = 600;
/** What goes on once a minute or so falls into one look at most. */
const LOOKS = 3;

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
    const alone = await middleOf(() => countOf(stage[0]!, row, 1));
    const atOnce = await middleOf(() => countOf(stage[0]!, row, AT_ONCE));
    shown.push(`${row}, one alone: ${told(alone)}`, `${row}, ${AT_ONCE} at once: ${told(atOnce)}`);
    const faults = { alone: above(alone, BOUNDS[row].alone), atOnce: above(atOnce, BOUNDS[row].atOnce) };
    expect(faults).toEqual({ alone: {}, atOnce: {} });
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
  freeze();
  const sent = asks.map((ask) => ask());
  await Promise.all(sent.map(({ written }) => written)).finally(goOn);
  await Promise.all(sent.map(({ answered }) => answered));
};

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The look in the middle of some: the machine, or a clock that struck, may have added to one. */
const middleOf = async (look: () => Promise<Counts>): Promise<Counts> => {
  const looks: Counts[] = [];
  for (let done = 0; done < LOOKS; done += 1) looks.push(await look());
  return looks.toSorted((one, other) => totalOf(one) - totalOf(other))[Math.floor(LOOKS / 2)]!;
};

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
