import { describe, expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { fresh, type TheKith } from './ask.ts';
import { meet, profileOf, tell } from './people.ts';

/** The rows of the table in which the device is a customer's (docs/behaviour.md#the-decision-table). */
export const defineCustomerRows = (kith: TheKith): void => {
  describe('a customer', () => {
    test('without a value of the name, X none: the identifier is linked', async () => {
      const [customerId, mt1] = [fresh('c'), fresh('n')];
      const { device, answer } = await meet(kith, `&customerId=${customerId}`);
      expect(await tell(device, `&mt1=${mt1}`)).toMatchObject({
        umid: answer.umid,
        names: [`customerId=${customerId}`, `mt1=${mt1}`],
      });
    });

    test('with another value of a weaker name, X none: the new value replaces the old, which is nobody’s then', async () => {
      const [customerId, old, rotated] = [fresh('c'), fresh('n'), fresh('n')];
      const { device, answer } = await meet(kith, `&customerId=${customerId}&mt1=${old}`);
      expect(await tell(device, `&mt1=${rotated}`)).toMatchObject({
        umid: answer.umid,
        names: [`customerId=${customerId}`, `mt1=${rotated}`],
      });
      expect((await tell(createVisitor(kith().url), `&mt1=${rotated}`)).umid).toBe(answer.umid);
      expect((await tell(createVisitor(kith().url), `&mt1=${old}`)).umid).not.toBe(answer.umid);
    });

    test.each(['customerId', 'mt1'])(
      'with another value of %s, which is not weaker, X none: another person is created, the device switched',
      async (name) => {
        const [one, two] = [fresh('x'), fresh('x')];
        const { device, answer } = await meet(kith, `&${name}=${one}`);
        const before = await tell(device);
        const after = await tell(device, `&${name}=${two}`);
        expect(after).toMatchObject({ state: 1, umdid: before.umdid, names: [`${name}=${two}`] });
        expect(after.umid).not.toBe(answer.umid);
        expect((await tell(createVisitor(kith().url), `&${name}=${one}`)).umid).toBe(answer.umid);
        expect((await tell(device)).umid).toBe(after.umid);
      },
    );

    test('X another customer by a weaker identifier: nothing changes', async () => {
      const [mine, theirs] = [fresh('c'), fresh('n')];
      const { answer: neighbour } = await meet(kith, `&customerId=${fresh('c')}&mt1=${theirs}`);
      const { device, answer } = await meet(kith, `&customerId=${mine}`);
      expect(await tell(device, `&mt1=${theirs}`)).toMatchObject({
        umid: answer.umid,
        type: '1',
        names: [`customerId=${mine}`],
      });
      expect((await tell(createVisitor(kith().url), `&mt1=${theirs}`)).umid).toBe(neighbour.umid);
    });

    test('X another customer with another value of the same name: the device is switched, nothing merges', async () => {
      const [mine, theirs] = [fresh('c'), fresh('c')];
      const { answer: another } = await meet(kith, `&customerId=${theirs}`);
      const { device, answer } = await meet(kith, `&customerId=${mine}`);
      expect(await tell(device, `&customerId=${theirs}`)).toMatchObject({
        umid: another.umid,
        names: [`customerId=${theirs}`],
      });
      expect((await tell(createVisitor(kith().url), `&customerId=${mine}`)).umid).toBe(answer.umid);
    });

    test('X another customer, no conflict, an identifier that merges: they merge, the older survives', async () => {
      const [customerId, loyaltyId] = [fresh('c'), fresh('l')];
      const { device: older, answer: elder } = await meet(kith, `&customerId=${customerId}`);
      const { device: younger, answer: junior } = await meet(kith, `&loyaltyId=${loyaltyId}`);
      expect(await tell(older, `&loyaltyId=${loyaltyId}`)).toMatchObject({
        umid: elder.umid,
        names: [`customerId=${customerId}`, `loyaltyId=${loyaltyId}`],
      });
      expect((await tell(younger)).umid).toBe(elder.umid);
      expect(await profileOf(kith, junior.umid)).toMatchObject({ umid: elder.umid });
    });

    test('the older survives also where the younger one’s device sends the identifier', async () => {
      const [customerId, loyaltyId] = [fresh('c'), fresh('l')];
      const { answer: elder } = await meet(kith, `&loyaltyId=${loyaltyId}`);
      const { device } = await meet(kith, `&customerId=${customerId}`);
      const before = await tell(device);
      const after = await tell(device, `&loyaltyId=${loyaltyId}`);
      expect(after).toMatchObject({ umid: elder.umid, umdid: before.umdid });
      expect(after.names).toEqual([`customerId=${customerId}`, `loyaltyId=${loyaltyId}`]);
    });

    test('X another customer, no conflict, an identifier that does not merge: the device is switched', async () => {
      const [customerId, loyaltyId] = [fresh('c'), fresh('l')];
      const { answer: another } = await meet(kith, `&customerId=${customerId}`);
      const { device, answer } = await meet(kith, `&loyaltyId=${loyaltyId}`);
      expect(await tell(device, `&customerId=${customerId}`)).toMatchObject({
        umid: another.umid,
        names: [`customerId=${customerId}`],
      });
      expect((await tell(createVisitor(kith().url), `&loyaltyId=${loyaltyId}`)).umid).toBe(answer.umid);
    });

    test('X a visitor by a device identifier: X merges into C', async () => {
      const [customerId, deviceId] = [fresh('c'), fresh('d')];
      const { device: other, answer: visitor } = await meet(kith, `&deviceId=${deviceId}`);
      const { device, answer } = await meet(kith, `&customerId=${customerId}`);
      expect(await tell(device, `&deviceId=${deviceId}`)).toMatchObject({
        umid: answer.umid,
        state: 1,
        names: [`customerId=${customerId}`, `deviceId=${deviceId}`],
      });
      expect(await tell(other)).toMatchObject({ umid: answer.umid, state: 1 });
      expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: answer.umid });
    });

    test('X the same: nothing but the last sight changes', async () => {
      const customerId = fresh('c');
      const { device } = await meet(kith, `&customerId=${customerId}`);
      const before = await tell(device);
      expect(await tell(device, `&customerId=${customerId}`)).toEqual(before);
    });

    test('a name with many values never conflicts', async () => {
      const [one, two] = [fresh('e'), fresh('e')];
      const { device, answer } = await meet(kith, `&enemail=${one}`);
      expect(await tell(device, `&enemail=${two}`)).toMatchObject({
        umid: answer.umid,
        names: [`enemail=${one}`, `enemail=${two}`].sort(),
      });
    });
  });
};
