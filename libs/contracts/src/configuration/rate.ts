import type { RateLimit, RateLimits } from '@kith/domain/pipeline';
import { z } from 'zod';

const RATE = /^([1-9]\d{0,8})\/(s|min|h)$/;

/** A rate as the configuration writes it: `600/min`. */
export const rateSchema = z.string().regex(RATE, 'must be a number per s, min or h: 600/min');

const PERIODS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

const compileRate = (rate: string): RateLimit => {
  const [, requests, unit = ''] = RATE.exec(rate) ?? [];
  return { requests: Number(requests), perMs: PERIODS[unit] ?? 0, everywhere: true };
};

/** Where a pipeline says nothing (docs/decisions, interface B): what no person and no office behind one address needs. */
const DEFAULTS: RateLimits = {
  perAddress: { ...compileRate('60000/min'), everywhere: false },
  perDevice: { ...compileRate('1200/min'), everywhere: false },
};

/** The limits of a pipeline, with the defaults where it names none. */
export const compileRateLimits = ({
  perAddress,
  perDevice,
}: {
  readonly perAddress?: string | undefined;
  readonly perDevice?: string | undefined;
} = {}): RateLimits => ({
  perAddress: perAddress === undefined ? DEFAULTS.perAddress : compileRate(perAddress),
  perDevice: perDevice === undefined ? DEFAULTS.perDevice : compileRate(perDevice),
});
