import { describe, expect, test } from 'vitest';
import { openCompany } from './company.ts';
import type { UnmergingStage } from './stage.ts';

/** What the edge's memory of devices makes of an unmerge. */
export const describeHealing = (stage: () => UnmergingStage): void => {
  describe('after an unmerge the edge', () => {
    test('is sent to the resolver for every device of both sides, also when that has answered', async () => {
      const [company, { cache }] = [openCompany(stage()), stage()];
      const [laptop, phone] = [company.newDevice(), company.newDevice()];
      await company.visit(laptop, { identifiers: { customerId: '7' } });
      await company.visit(phone);
      const { entry } = await company.visit(phone, { identifiers: { customerId: '7' } });
      await company.unmerge(phone.umid);
      for (const { umdid } of [laptop, phone]) {
        for (const hinted of [laptop.umid, phone.umid, null]) {
          expect(await cache.recognise(company.scope, umdid, hinted)).toBeNull();
        }
      }
      const healed = (await company.visit(phone)).entry;
      expect(healed).toMatchObject({ umid: phone.umid, state: 'visitor', type: 0 });
      expect(healed.bindingVersion).toBeGreaterThan(entry.bindingVersion);
      expect(await cache.recognise(company.scope, phone.umdid, phone.umid)).toBeNull();
    });

    test('hears the present state where a request from before it is retried', async () => {
      const company = openCompany(stage());
      const [laptop, phone] = [company.newDevice(), company.newDevice()];
      await company.visit(laptop, { identifiers: { customerId: '7' } });
      await company.visit(phone);
      const login = { identifiers: { customerId: '7' }, retryKey: 'k' };
      expect((await company.visit(phone, login)).umid).toBe(laptop.umid);
      await company.unmerge(phone.umid);
      expect(await company.visit(phone, login)).toMatchObject({ umid: phone.umid, type: 0 });
      expect((await company.visit(phone)).umid).toBe(phone.umid);
    });
  });
};
