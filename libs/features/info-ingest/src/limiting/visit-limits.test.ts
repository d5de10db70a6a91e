import { describe, expect, test } from 'vitest';
import type { Umdid } from '@kith/domain/identity';
import type { PipelineRules, RateLimit } from '@kith/domain/pipeline';
import { Problem } from '@kith/platform';
import { createVisitLimits } from './visit-limits.ts';

const umdid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as Umdid;
const request = { headers: {}, socket: {} };

const limit = (requests: number, everywhere: boolean): RateLimit => ({ requests, perMs: 60_000, everywhere });

const pipelineWith = (perAddress: RateLimit, perDevice: RateLimit) =>
  ({ name: 'web', rateLimits: { perAddress, perDevice } }) as PipelineRules;

const limitsFor = (address: string) => {
  const counted: string[] = [];
  const metrics = { limited: (by: string) => void counted.push(by) };
  const clock = { now: 0 };
  const limits = createVisitLimits({
    clientAddress: () => address,
    clock: () => clock.now,
    seed: 7,
    metrics,
  });
  return { limits, counted, clock };
};

const refusal = (work: () => unknown): Problem | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

describe('the limits of a pipeline', () => {
  const asSet = pipelineWith(limit(2, true), limit(1, true));
  const byDefault = pipelineWith(limit(2, false), limit(1, false));

  test.each(['203.0.113.7', '127.0.0.1', '10.0.0.1', '::1'])('that are set meet %s', (address) => {
    const { limits, counted, clock } = limitsFor(address);
    expect(limits.ofAddress(asSet, request)).toBe(address);
    expect(limits.ofAddress(asSet, request)).toBe(address);
    clock.now += 100;
    const refused = refusal(() => limits.ofAddress(asSet, request));
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '30' } });
    limits.ofDevice(asSet, address, umdid);
    expect(refusal(() => limits.ofDevice(asSet, address, umdid))).toMatchObject({ status: 429 });
    expect(counted).toEqual(['address', 'device']);
  });

  test.each(['127.0.0.1', '10.0.0.1', '::1', ''])('that nobody set leave %j alone', (address) => {
    const { limits, counted } = limitsFor(address);
    for (let time = 0; time < 10; time += 1) {
      limits.ofAddress(byDefault, request);
      limits.ofDevice(byDefault, address, umdid);
    }
    expect(counted).toEqual([]);
  });

  test('that nobody set meet a public address', () => {
    const { limits } = limitsFor('203.0.113.7');
    limits.ofAddress(byDefault, request);
    limits.ofAddress(byDefault, request);
    expect(refusal(() => limits.ofAddress(byDefault, request))).not.toBeNull();
  });
});
