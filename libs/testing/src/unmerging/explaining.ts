import { describe, expect, test } from 'vitest';
import { openCompany } from './company.ts';
import type { UnmergingStage } from './stage.ts';

/** Telling what a request would come to. */
export const describeExplaining = (stage: () => UnmergingStage): void => {
  describe('explain', () => {
    test('says what the request then comes to, and changes nothing', async () => {
      const [company, { profiles, cache }] = [openCompany(stage()), stage()];
      const [laptop, phone] = [company.newDevice(), company.newDevice()];
      await company.visit(laptop, { identifiers: { customerId: '7' } });
      await company.visit(phone, { permissions: { P: true } });
      const login = { identifiers: { customerId: '7' }, permissions: { Q: true } };
      const look = () =>
        Promise.all([
          profiles.load(company.scope, { umdid: phone.umdid, umids: [laptop.umid, phone.umid] }),
          cache.recognise(company.scope, phone.umdid, phone.umid),
        ]);
      const before = await look();
      const explanation = await company.explain(phone, login);
      expect(await look()).toEqual(before);
      expect(explanation).toEqual({
        row: 'mergeVisitor',
        umid: laptop.umid,
        state: 'customer',
        type: 1,
        matched: [{ name: 'customerId', value: '7', umid: laptop.umid, role: 'decided' }],
        changes: [
          { kind: 'merged', umid: laptop.umid, absorbed: phone.umid },
          { kind: 'bound', umdid: phone.umdid, umid: laptop.umid, from: phone.umid },
          { kind: 'consent', umid: laptop.umid, permissions: { Q: true }, acknowledgements: [] },
        ],
        conflicts: [],
      });
      const { umid, state, type } = await company.visit(phone, login);
      expect({ umid, state, type }).toEqual({ umid: laptop.umid, state: 'customer', type: 1 });
    });

    test('of an account that is not configured is refused', async () => {
      const company = openCompany(stage());
      const call = company.callOf(company.newDevice(), {});
      const elsewhere = { ...company.scope, account: 'nobody' };
      for (const asked of [
        () => company.administration.explain(elsewhere, call),
        () => company.administration.unmerge(elsewhere, { umid: company.newDevice().umid }),
      ]) {
        await expect(asked()).rejects.toMatchObject({ status: 400, errors: [{ pointer: '/account' }] });
      }
    });
  });
};
