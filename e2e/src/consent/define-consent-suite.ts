import { beforeAll, describe } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { defineConsentCommands } from './define-consent-commands.ts';
import { defineConsentRequired } from './define-consent-required.ts';
import type { ConsentStage } from './consent-stage.ts';

/** Consent over the wire and by the commands. */
export const defineConsentSuite = (title: string, open: () => Promise<ConsentStage>): void => {
  describe(title, () => {
    let stage: ConsentStage;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
    }, 180_000);

    describe('a cookie that waits for a permission:', () => defineConsentRequired(() => stage));
    describe('kith consent', () => defineConsentCommands(() => stage));
  });
};
