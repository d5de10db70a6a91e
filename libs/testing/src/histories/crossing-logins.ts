import { expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { manyOf, randomAccount } from '../builders/ids.ts';
import { historyAccount } from '../model/history-account.ts';
import { askResolver } from './ask-resolver.ts';
import { findFaults } from './find-faults.ts';
import { createRequests } from './history-ids.ts';
import { recorded } from './recorded-store.ts';
import type { HistoryStage } from './stage.ts';
import type { Step } from './step.ts';
import { usedBy } from './view.ts';

const RACERS = 64;
/** So many pairs cross at the same time. */
const PAIRS_AT_ONCE = 25;

/** Two logins that two devices make in opposite orders. */
type Crossing = readonly [Step['identifiers'][number], Step['identifiers'][number]];

const customers = (value: number): Crossing => [
  { name: 'customerId', value },
  { name: 'customerId', value: value + 1 },
];
const cards = (value: number): Crossing => [
  { name: 'card', value },
  { name: 'card', value: value + 1 },
];
const mailAndCard = (value: number): Crossing => [
  { name: 'email', value },
  { name: 'card', value },
];

/** Logins that all want the same at once: none is lost, none waits for another for ever. */
export const describeCrossingLogins = (stage: () => HistoryStage, crossings: number): void => {
  test('64 devices that log in at once with the same new identifier end on one profile', async () => {
    const logins = manyOf(RACERS, (device) => [loginOf(device, { name: 'customerId', value: 1 })]);
    expect(new Set((await race(stage(), logins)).flat()).size).toBe(1);
  });

  test('logins that cross end on the profiles of their last login, merges that cross on one', async () => {
    for (let done = 0; done < crossings; done += PAIRS_AT_ONCE) {
      const pairs = manyOf(PAIRS_AT_ONCE, (pair) => [customers, cards, mailAndCard][pair % 3]!(2 * pair));
      const ends = (await race(stage(), pairs.flatMap(crossed))).map((umids) => umids.at(-1));
      pairs.forEach(([{ name }], pair) => {
        const [a, b] = [ends[2 * pair], ends[2 * pair + 1]];
        expect([name, a === b]).toEqual([name, name !== 'customerId']);
      });
    }
  });
};

const crossed = ([x, y]: Crossing, pair: number): readonly (readonly Step[])[] => [
  [loginOf(2 * pair, x), loginOf(2 * pair, y)],
  [loginOf(2 * pair + 1, y), loginOf(2 * pair + 1, x)],
];

const loginOf = (device: number, identifier: Step['identifiers'][number]): Step => ({
  kind: 'request',
  device,
  fresh: true,
  identifiers: [identifier],
  permissions: {},
  retryKey: null,
  afterMs: 1,
});

/** Every device makes its own requests one after the other, all devices at once; answers with the umids of each. */
const race = async (
  stage: HistoryStage,
  devices: readonly (readonly Step[])[],
): Promise<readonly (readonly Umid[])[]> => {
  const rules = historyAccount(randomAccount());
  const { stores, entries } = recorded(stage.stores.slice(0, 1));
  const store = stores[0]!;
  const requestsOf = createRequests(rules.name);
  const asked = devices.map((steps) => steps.flatMap((step) => requestsOf([step])));
  const answered = await Promise.all(
    asked.map(async (requests) => {
      const umids: Umid[] = [];
      for (const request of requests) umids.push((await askResolver(stage, store, rules, request)).umid);
      return umids;
    }),
  );
  const used = usedBy(asked.flat(), answered.flat());
  expect(await findFaults({ stage, store, rules, used, entries })).toEqual([]);
  return answered;
};
