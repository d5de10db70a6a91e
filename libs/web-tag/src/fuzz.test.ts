import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { createRandom, runs } from '@kith/testing/random';
import { openFakeBrowser, SNIPPET, type FakeBrowser } from './fake-browser.fake.ts';
import { someAnswer, type Reply, type SentRequest } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const SECRET = 'c-secret';

const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>('a', 1, null, undefined, [], {}, { name: 'x', label: 7 }),
  },
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
);
const call = fc.oneof(
  fc.tuple(fc.constantFrom('page', 'track', 'info', 'identify', 'toString', '__proto__', 'q'), value, value),
  fc.tuple(fc.constant('identify'), fc.constant({ customerId: SECRET })),
  fc.tuple(fc.constant('track'), fc.constant({ name: 'buy', customerId: SECRET })),
  fc.array(fc.anything(), { maxLength: 3 }),
);
const replies: readonly Reply[] = [
  () => someAnswer,
  () => 'nothing',
  () => 400,
  () => 403,
  () => 429,
  () => 500,
];

type Step = (browser: FakeBrowser) => Promise<void> | void;

/** Nobody waits for what it answers: a call may wait for a decision that never comes. */
const calling = call.map((given): Step => (browser) => {
  expect(browser.kith(...given)).toHaveProperty('then');
});
const happening = fc.oneof(
  fc.integer({ min: 0, max: 30_000 }).map(
    (ms): Step =>
      (browser) =>
        browser.pass(ms),
  ),
  fc.constantFrom(...replies).map(
    (reply): Step =>
      (browser) =>
        browser.setReply(reply),
  ),
  fc.constantFrom<Step>(
    (browser) => browser.hide(),
    (browser) => browser.show(),
    (browser) => browser.dispatch('online'),
    (browser) => browser.dispatch('storage', { key: 'kith.demo' }),
    (browser) => void (browser.navigator['onLine'] = browser.navigator['onLine'] !== true),
    (browser) => void browser.run(`history.pushState({}, '', '/' + Math.random())`),
    (browser) =>
      void browser.run(
        `dataLayer.push({ event: 'x', get y() { throw 1 } }, { event: 'z', customerId: '${SECRET}' })`,
      ),
    (browser) =>
      void browser.run(
        `dataLayer.push(function () {}, 5, null, Symbol()); window.digitalData = { n: Math.random() }`,
      ),
  ),
);
const deciding = (name: string, status: fc.Arbitrary<boolean>) =>
  status.map(
    (granted): Step =>
      (browser) =>
        void browser.kith('consent', { [name]: granted }),
  );

const carries = ({ body, query }: SentRequest): boolean =>
  body.data !== undefined || [...query.keys()].some((name) => name !== 'out');

/** What the tag draws: its pauses between tries, and the ids of what it sends. */
const seed = fc.noShrink(fc.integer());
const chanceOf = (seed: number): (() => number) => {
  const random = createRandom(seed);
  return () => (random(2 ** 31) - 1) / 2 ** 31;
};

const open = (seed: number, storage = fakeStorage(), heard?: (sent: SentRequest) => void): FakeBrowser =>
  openFakeBrowser({
    settings: { requires: ['P'], dataLayer: ['dataLayer', 'digitalData'], sections: ['attributes'] },
    before: `${SNIPPET} kith('page'); kith('track')`,
    storage,
    chance: chanceOf(seed),
    ...(heard && { heard }),
  });

const run = async (
  browser: FakeBrowser,
  steps: readonly Step[],
  after: () => void = () => undefined,
): Promise<void> => {
  for (const step of steps) {
    await step(browser);
    after();
  }
  await browser.pass(100);
};

describe('whatever a page does', () => {
  test('nothing is thrown into it, and nothing but consent is sent before the permission', async () => {
    const steps = fc.array(
      fc.oneof(calling, happening, deciding('P', fc.constant(false)), deciding('Q', fc.boolean())),
      {
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, seed, async (given, drawn) => {
        const browser = open(drawn);
        await run(browser, given);
        expect(browser.sent.filter(carries)).toEqual([]);
        expect(browser.storage.getItem('fcData')).toBeNull();
      }),
      { numRuns: runs(150) },
    );
  });

  test('nothing but consent is sent while the permission is not granted, and identifiers are never stored', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: calling },
        { weight: 4, arbitrary: happening },
        deciding('P', fc.boolean()),
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, seed, async (given, drawn) => {
        const storage = fakeStorage();
        const isGranted = (): boolean => /"P":true/.test(storage.getItem('kith.demo') ?? '');
        const unpermitted: SentRequest[] = [];
        const browser = open(drawn, storage, (sent) => {
          if (!isGranted() && carries(sent)) unpermitted.push(sent);
        });
        const look = (): void => {
          expect(unpermitted).toEqual([]);
          expect(storage.all()).not.toContain(SECRET);
        };
        browser.kith('consent', { P: true });
        await run(browser, given, look);
      }),
      { numRuns: runs(150) },
    );
  });

  test('every element is accepted once and none is lost, over pages and failures', async () => {
    let told = 0;
    let accepted: unknown[] = [];
    let isUp = true;
    const reply: Reply = ({ body: { data = [] } }) => {
      if (!isUp) return 'nothing';
      accepted.push(...data.map(({ id }) => id));
      return someAnswer;
    };
    const step = fc.oneof(
      fc.constant<Step>((browser) => {
        told += 1;
        browser.kith('track', { name: 'n' });
      }),
      fc.integer({ min: 0, max: 5_000 }).map(
        (ms): Step =>
          (browser) =>
            browser.pass(ms),
      ),
      fc.boolean().map((up): Step => (browser) => {
        isUp = browser.navigator['onLine'] = up;
      }),
      fc.constantFrom<Step>(
        (browser) => browser.hide(),
        (browser) => browser.show(),
      ),
    );
    const pages = fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pages, seed, async (given, drawn) => {
        const storage = fakeStorage();
        const chance = chanceOf(drawn);
        [told, accepted, isUp] = [0, [], true];
        for (const steps of [...given, [], []]) {
          const browser = openFakeBrowser({ storage, reply, chance });
          if (steps.length === 0) isUp = true;
          browser.navigator['onLine'] = isUp;
          await run(browser, steps);
          await browser.pass(5_000);
          browser.hide();
          await browser.pass(0);
          const beacons = browser.sent.filter(({ by }) => by === 'beacon');
          accepted.push(...beacons.flatMap(({ body: { data = [] } }) => data.map(({ id }) => id)));
        }
        expect(accepted).toHaveLength(told);
        expect(new Set(accepted).size).toBe(told);
      }),
      { numRuns: runs(100) },
    );
  });
});
