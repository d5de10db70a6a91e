import { describe, expect, test } from 'vitest';
import type { Explanation, Umdid, Umid } from '@kith/domain/identity';
import type { ResolveAnswer, ResolveCall, Scope } from '@kith/ports';
import { watchDecisions } from './watch-decisions.ts';

const SCOPE: Scope = { account: 'demo', deadline: { remainingMs: () => 1_000 } };
const ADA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa' as Umdid;
const BEN = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb' as Umdid;
const UMID = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc' as Umid;

const EXPLANATION: Explanation = {
  row: 'stay',
  umid: UMID,
  state: 'customer',
  type: 1,
  matched: [],
  changes: [{ kind: 'upgraded', umid: UMID }],
  conflicts: [],
};

const call = (umdid: Umdid, changes: Partial<ResolveCall> = {}): ResolveCall => ({
  pipeline: 'web',
  umdid,
  freshDevice: false,
  identifiers: [{ name: 'customerId', value: 'c-1' }],
  consent: { permissions: {}, acknowledgements: [] },
  sections: [],
  retryKeys: [],
  receivedAt: 0,
  requestId: 'r',
  ...changes,
});

const watched = (explain: () => Promise<Explanation> = async () => EXPLANATION) => {
  const time = { now: 0 };
  const resolved: ResolveCall[] = [];
  const resolver = {
    resolve: async (_scope: Scope, one: ResolveCall) => {
      resolved.push(one);
      return { umid: UMID } as ResolveAnswer;
    },
  };
  return { time, resolved, ...watchDecisions({ resolver, explain, pipeline: 'web', clock: () => time.now }) };
};

describe('watched decisions', () => {
  test('are told in words, in their order, to the device that they are about', async () => {
    const { of, resolver } = watched();
    of(null);
    await resolver.resolve(SCOPE, call(ADA));
    await resolver.resolve(SCOPE, call(BEN));
    await resolver.resolve(SCOPE, call(ADA));
    expect(of(ADA)).toEqual([
      {
        number: 1,
        row: 'stay',
        sentence: 'the device is known, and no identifier leads elsewhere',
        changes: [`${UMID} becomes a customer`],
      },
      expect.objectContaining({ number: 3 }),
    ]);
    expect(of(null)).toEqual([]);
  });

  test('are not made while nobody looks, and no more some time after somebody has', async () => {
    const { of, resolver, time, resolved } = watched();
    await resolver.resolve(SCOPE, call(ADA));
    expect(of(ADA)).toEqual([]);
    time.now = 60 * 60_000;
    await resolver.resolve(SCOPE, call(ADA));
    expect(of(ADA)).toEqual([]);
    expect(resolved).toHaveLength(2);
  });

  test.each([
    ['a look at the profile', { identifiers: [] }],
    ['a request of another pipeline', { pipeline: 'shop' }],
  ])('are not made of %s', async (_what, changes) => {
    const { of, resolver } = watched();
    of(null);
    await resolver.resolve(SCOPE, call(ADA, changes));
    expect(of(ADA)).toEqual([]);
  });

  test('that cannot be explained take nothing from the visit', async () => {
    const { of, resolver } = watched(() => Promise.reject(new Error('the store is away')));
    of(null);
    expect(await resolver.resolve(SCOPE, call(ADA))).toEqual({ umid: UMID });
    expect(of(ADA)).toEqual([]);
  });

  test('are kept for the newest hundred requests', async () => {
    const { of, resolver } = watched();
    of(null);
    for (let at = 0; at < 105; at += 1) await resolver.resolve(SCOPE, call(ADA));
    expect(of(ADA).map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_none, at) => at + 6));
  });
});
