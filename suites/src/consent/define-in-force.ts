import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { strictAccount, type StrictAccount, type WholeStore } from './in-force-stage.ts';

const START = Date.now() - 3_600_000;
const at = (seconds: number): number => START + seconds * 1_000;
const all = (...seconds: readonly number[]): readonly number[] => seconds.map(at);

const customer = (value: string) => [{ name: 'customerId', value }];

/** What the sink does with late events, on a real store. */
export const defineInForce = (
  open: () => Promise<{ readonly store: WholeStore; readonly close: () => Promise<void> }>,
): void => {
  describe('a tracking event counts by the permission in force when it was received,', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let account: StrictAccount;
    const endings = useEndings();
    beforeAll(async () => {
      opened = await open();
      endings.push(() => opened.close());
      account = await strictAccount(opened.store);
      endings.push(() => account.stop());
    });

    test('however late it comes: neither a later grant nor a later withdrawal reaches back', async () => {
      const device = account.newDevice();
      const umid = await account.visit(device, { at: at(10), permissions: { P: true } });
      await account.visit(device, { at: at(20), permissions: { P: false } });
      await account.visit(device, { at: at(30), permissions: { P: true, Q: true } });
      const times = all(5, 9.999, 10, 15, 19.999, 20, 25, 30, 35);
      expect(await account.deliver(umid, times)).toEqual(all(10, 15, 19.999, 30, 35));
    });

    test('also of several withdrawals and grants of the same millisecond, of which the last one counts', async () => {
      const device = account.newDevice();
      const umid = await account.visit(device, { at: at(10), permissions: { P: true } });
      await account.visit(device, { at: at(10), permissions: { P: false } });
      await account.visit(device, { at: at(10), permissions: { P: true } });
      await account.visit(device, { at: at(20), permissions: { P: false } });
      expect(await account.deliver(umid, all(9, 10, 20))).toEqual(all(10));
    });

    test('and a umid that nobody knows, or where nobody has decided, has granted nothing', async () => {
      const device = account.newDevice();
      const umid = await account.visit(device, { at: at(10), permissions: { Q: true } });
      expect(await account.deliver(umid, all(5, 15))).toEqual([]);
      const nobody = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as typeof umid;
      expect(await account.deliver(nobody, all(15))).toEqual([]);
    });

    test('on either side of a merge, and on the survivor from then on', async () => {
      const [phone, laptop] = [account.newDevice(), account.newDevice()];
      const visitor = await account.visit(phone, { at: at(10), permissions: { P: true } });
      const survivor = await account.visit(laptop, { at: at(12), identifiers: customer('merge') });
      await account.visit(phone, { at: at(20), identifiers: customer('merge') });
      await account.visit(laptop, { at: at(30), permissions: { P: false } });
      const times = all(5, 15, 25, 35);
      expect(await account.deliver(survivor, times)).toEqual(all(25));
      expect(await account.deliver(visitor, times)).toEqual(all(15, 25));
    });

    test('on both sides of a merge that was undone: together what they had together, apart what each had', async () => {
      const [phone, laptop] = [account.newDevice(), account.newDevice()];
      const visitor = await account.visit(phone, { at: at(10), permissions: { P: true } });
      const survivor = await account.visit(laptop, {
        at: at(15),
        identifiers: customer('unmerge'),
        permissions: { P: false },
      });
      await account.visit(phone, { at: at(20), identifiers: customer('unmerge') });
      await account.unmerge(visitor);
      const times = [...all(12, 22), Date.now() + 1_000];
      expect(await account.deliver(visitor, times)).toEqual([times[0], times[2]]);
      expect(await account.deliver(survivor, times)).toEqual([]);
    });

    test('and over several merges of the same two profiles', async () => {
      const [phone, laptop] = [account.newDevice(), account.newDevice()];
      const survivor = await account.visit(laptop, { at: at(5), identifiers: customer('again') });
      const visitor = await account.visit(phone, { at: at(10), permissions: { P: true } });
      await account.visit(phone, { at: at(20), identifiers: customer('again') });
      await account.unmerge(visitor);
      const apart = Date.now();
      await account.visit(phone, { at: apart + 10_000, permissions: { P: false } });
      await account.visit(phone, { at: apart + 20_000, identifiers: customer('again') });
      await account.visit(laptop, { at: apart + 30_000, permissions: { P: true } });
      const later = [5_000, 15_000, 25_000, 35_000].map((ms) => apart + ms);
      expect(await account.deliver(visitor, [...all(8, 15, 25), ...later])).toEqual([
        ...all(15, 25),
        later[0],
        later[3],
      ]);
      expect(await account.deliver(survivor, [...all(8, 15, 25), ...later])).toEqual([...all(25), later[3]]);
    });

    test('which the profile alone tells where nothing has changed since', async () => {
      const [device, other] = [account.newDevice(), account.newDevice()];
      const umid = await account.visit(device, { at: at(10), permissions: { P: true } });
      const refused = await account.visit(other, { at: at(10), permissions: { P: false } });
      const before = account.historyReads();
      expect(await account.deliver(umid, all(10, 11, 500))).toEqual(all(10, 11, 500));
      expect(await account.deliver(refused, all(10, 11, 500))).toEqual([]);
      await account.visit(device, { at: at(400), identifiers: customer('nobody else') });
      expect(await account.deliver(umid, all(20, 399))).toEqual(all(20, 399));
      expect(account.historyReads()).toBe(before);
    });
  });
};
