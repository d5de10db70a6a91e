import { describe, expect, test } from 'vitest';
import type { ResolveAnswer } from '@kith/ports';
import { randomUmid } from '../builders/ids.ts';
import { ampleDeadline } from '../builders/scope.ts';
import { openCompany, type Company, type CompanyDevice } from './company.ts';
import type { UnmergingStage } from './stage.ts';

/** A merge, what comes after it, and both sides apart again. */
export const describeRoundTrip = (stage: () => UnmergingStage): void => {
  describe('unmerge', () => {
    test('gives every side back what it was, sums, devices and all', async () => {
      const company = openCompany(stage());
      const { laptop, phone, tablet } = await merged(company);
      expect(shownBy(await company.visit(phone))).toMatchObject({
        umid: laptop.umid,
        identifiers: ['customerId=7', 'deviceId=p', 'phone=2'],
        pageViews: '12',
      });
      expect(await company.unmerge(laptop.umid)).toEqual({
        kind: 'unmerged',
        survivor: laptop.umid,
        restored: phone.umid,
      });
      for (const device of [phone, tablet]) {
        expect(shownBy(await company.visit(device))).toEqual({
          umid: phone.umid,
          type: 0,
          identifiers: ['deviceId=p', 'phone=2'],
          permissions: { P: true, Q: true },
          pageViews: '5',
        });
      }
      expect(shownBy(await company.visit(laptop))).toEqual({
        umid: laptop.umid,
        type: 1,
        identifiers: ['customerId=7', 'phone=1'],
        permissions: { P: false },
        pageViews: '7',
      });
      expect(await company.unmerge(laptop.umid)).toEqual({ kind: 'nothingToUndo', umid: laptop.umid });
    });

    test('leaves with the survivor what came later, except withdrawals, which apply to both', async () => {
      const company = openCompany(stage());
      const { laptop, phone, tablet } = await merged(company);
      await company.visit(phone, { identifiers: { email: 'e' }, permissions: { Q: false } });
      await company.visit(tablet, { identifiers: { customerId: 'other' } });
      await company.countPages(laptop.umid, 10);
      await company.unmerge(phone.umid);
      expect(shownBy(await company.visit(laptop))).toMatchObject({
        identifiers: ['customerId=7', 'email=e', 'phone=1'],
        permissions: { P: false, Q: false },
        pageViews: '10',
      });
      expect(shownBy(await company.visit(phone))).toMatchObject({
        umid: phone.umid,
        identifiers: ['deviceId=p', 'phone=2'],
        permissions: { P: true, Q: false },
        pageViews: '5',
      });
      expect([laptop.umid, phone.umid]).not.toContain((await company.visit(tablet)).umid);
    });

    test('undoes one merge after the other, and says which comes first', async () => {
      const company = openCompany(stage());
      const { laptop, phone } = await merged(company);
      const watch = company.newDevice();
      await company.visit(watch, { identifiers: { deviceId: 'w' } });
      await company.visit(watch, { identifiers: { customerId: '7' } });
      expect(await company.unmerge(phone.umid)).toEqual({ kind: 'notNewest', newest: watch.umid });
      expect(await company.unmerge(watch.umid)).toMatchObject({ kind: 'unmerged', restored: watch.umid });
      expect(await company.unmerge(phone.umid)).toMatchObject({ kind: 'unmerged', survivor: laptop.umid });
      expect(await company.unmerge(randomUmid())).toEqual({ kind: 'unknown' });
    });

    test('is reported once for each side, after everything that was reported of it before', async () => {
      const company = openCompany(stage());
      const { laptop, phone } = await merged(company);
      await company.unmerge(phone.umid);
      const items = (await stage().outbox.pending(ampleDeadline(), 1_000)).filter(
        ({ account }) => account === company.scope.account,
      );
      for (const [umid, detail] of [
        [laptop.umid, { restored: phone.umid, everAbsorbed: [] }],
        [phone.umid, { from: laptop.umid, everAbsorbed: [] }],
      ] as const) {
        const changes = items.map(({ change }) => change).filter((change) => change.umid === umid);
        const versions = changes.map(({ profileVersion }) => profileVersion);
        expect(versions).toEqual(versions.toSorted((a, b) => a - b));
        expect(changes.filter(({ type }) => type === 'profile.unmerged')).toMatchObject([{ detail }]);
        expect(changes.at(-1)?.profileVersion).toBe(
          (await stage().profiles.stored(company.scope, umid))?.version,
        );
      }
    });
  });
};

/** A customer's laptop, and a visitor's phone and tablet, until the phone logs in. */
const merged = async (company: Company) => {
  const [laptop, phone, tablet] = [company.newDevice(), company.newDevice(), company.newDevice()];
  await company.visit(laptop, { identifiers: { customerId: '7', phone: '1' }, permissions: { P: false } });
  await company.visit(phone, { identifiers: { deviceId: 'p' }, permissions: { P: true, Q: true } });
  await company.visit(phone, { identifiers: { phone: '2' } });
  await company.visit(tablet, { identifiers: { deviceId: 'p' } });
  await company.countPages(laptop.umid, 7);
  await company.countPages(phone.umid, 5);
  const { umid } = await company.visit(phone, { identifiers: { customerId: '7' } });
  expect(umid).toBe(laptop.umid);
  return { laptop, phone, tablet } satisfies Record<string, CompanyDevice>;
};

const shownBy = ({ umid, type, sections }: ResolveAnswer) => ({
  umid,
  type,
  identifiers: (sections.identifiers ?? []).map(({ name, value }) => `${name}=${value}`).toSorted(),
  permissions: sections.permissions,
  pageViews: sections.attributes?.['pageViews'],
});
