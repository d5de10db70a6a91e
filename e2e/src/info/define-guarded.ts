import { beforeAll, describe } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Kith, KithHome } from '../kit/kith.ts';
import { defineAccess } from './define-access.ts';
import { defineReading } from './define-reading.ts';
import { defineRateLimits } from './define-rate-limits.ts';
import { defineReset } from './define-reset.ts';
import { defineRetries } from './define-retries.ts';
import { defineVerification } from './define-verification.ts';
import { guardedConfiguration } from './guarded-configuration.ts';

/** Everything by which a pipeline guards what it has, on one Kith that believes the proxies of this machine. */
export const defineGuarded = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    let kith: Kith;
    const endings = useEndings();
    beforeAll(async () => {
      const home = await newHome();
      endings.push(home.remove);
      kith = await home.start({ CONFIG_FILE: await guardedConfiguration(), TRUSTED_PROXIES: '127.0.0.1' });
      endings.push(kith.stop);
    });

    const url = (): string => kith.url;
    describe('an identifier that must come signed', () => defineVerification(url));
    describe('a pipeline that asks for a key', () => defineAccess(url));
    describe('sections that identifiers do not open', () => defineReading(url));
    describe('rate limits', () => defineRateLimits(url));
    describe('a reset', () => defineReset(url));
    describe('a request that is sent again', () => defineRetries(url));
  });
};
