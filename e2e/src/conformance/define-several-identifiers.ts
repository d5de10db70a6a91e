import { describe, expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { fresh, type TheKith } from './ask.ts';
import { meet, profileOf, tell } from './people.ts';

/** Several identifiers in one request, the cookie's type, and redirects (docs/behaviour.md#3-identity). */
export const defineSeveralIdentifiers = (kith: TheKith): void => {
  describe('several identifiers in one request', () => {
    test('the first that finds a profile decides; a visitor that a later one finds joins it', async () => {
      const [customerId, deviceId] = [fresh('c'), fresh('d')];
      const { answer: customer } = await meet(kith, `&customerId=${customerId}`);
      const { answer: visitor } = await meet(kith, `&deviceId=${deviceId}`);
      const shown = await tell(createVisitor(kith().url), `&deviceId=${deviceId}&customerId=${customerId}`);
      expect(shown).toMatchObject({
        umid: customer.umid,
        names: [`customerId=${customerId}`, `deviceId=${deviceId}`],
      });
      expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: customer.umid });
    });

    test('a profile that holds another value of a name which stands higher in the request is not X', async () => {
      const [theirs, mine, mt1] = [fresh('c'), fresh('c'), fresh('n')];
      const { answer: neighbour } = await meet(kith, `&customerId=${theirs}&mt1=${mt1}`);
      const shown = await tell(createVisitor(kith().url), `&customerId=${mine}&mt1=${mt1}`);
      expect(shown.names).toEqual([`customerId=${mine}`]);
      expect(shown.umid).not.toBe(neighbour.umid);
      expect((await tell(createVisitor(kith().url), `&mt1=${mt1}`)).umid).toBe(neighbour.umid);
    });

    test('once X is settled nothing switches: another customer’s identifier stays with that customer', async () => {
      const [customerId, loyaltyId, email] = [fresh('c'), fresh('l'), fresh('e')];
      const { answer: one } = await meet(kith, `&customerId=${customerId}`);
      const { answer: two } = await meet(kith, `&enemail=${email}`);
      const shown = await tell(
        createVisitor(kith().url),
        `&customerId=${customerId}&enemail=${email}&loyaltyId=${loyaltyId}`,
      );
      expect(shown).toMatchObject({
        umid: one.umid,
        names: [`customerId=${customerId}`, `loyaltyId=${loyaltyId}`],
      });
      expect((await tell(createVisitor(kith().url), `&enemail=${email}`)).umid).toBe(two.umid);
    });

    test('new identifiers all come to the profile that was found', async () => {
      const [customerId, email, deviceId] = [fresh('c'), fresh('e'), fresh('d')];
      const { answer } = await meet(kith, `&customerId=${customerId}`);
      const shown = await tell(
        createVisitor(kith().url),
        `&customerId=${customerId}&enemail=${email}&deviceId=${deviceId}`,
      );
      expect(shown.umid).toBe(answer.umid);
      expect((await tell(createVisitor(kith().url), `&enemail=${email}`)).umid).toBe(answer.umid);
    });

    test('the type is of the strongest that identified the profile on this device since it was bound', async () => {
      const [customerId, mt1, deviceId] = [fresh('c'), fresh('n'), fresh('d')];
      await meet(kith, `&customerId=${customerId}&mt1=${mt1}&deviceId=${deviceId}`);
      const { device } = await meet(kith, `&mt1=${mt1}`);
      expect((await tell(device)).type).toBe('2');
      expect((await tell(device, `&customerId=${customerId}`)).type).toBe('1');
      expect((await tell(device, `&mt1=${mt1}`)).type).toBe('1');
      // Found by a device identifier alone, the strongest of the profile counts.
      expect((await tell(createVisitor(kith().url), `&deviceId=${deviceId}`)).type).toBe('1');
      // Another customer on the same device begins anew.
      expect((await tell(device, `&customerId=${fresh('c')}`)).type).toBe('1');
      const { device: network } = await meet(kith, `&mt1=${fresh('n')}`);
      expect((await tell(network, `&mt1=${fresh('n')}`)).type).toBe('2');
    });

    test('what identified the customer on this device decides what is weaker there', async () => {
      const [customerId, mt1, rotated] = [fresh('c'), fresh('n'), fresh('n')];
      const { answer } = await meet(kith, `&customerId=${customerId}&mt1=${mt1}`);
      const { device } = await meet(kith, `&mt1=${mt1}`);
      expect((await tell(device)).umid).toBe(answer.umid);
      // Here nothing but the network said who it was: another line is another person.
      expect((await tell(device, `&mt1=${rotated}`)).umid).not.toBe(answer.umid);
    });

    test('redirects lead over any number of hops, and a stale cookie is healed in the same answer', async () => {
      const ids = Array.from({ length: 6 }, () => fresh('d'));
      const people = [];
      for (const deviceId of ids) people.push(await meet(kith, `&deviceId=${deviceId}`));
      for (const [index, { device }] of people.slice(0, -1).entries()) {
        await tell(device, `&deviceId=${ids[index + 1]}`);
      }
      const last = people.at(-1)?.answer.umid ?? '';
      expect(await profileOf(kith, people[0]?.answer.umid ?? '')).toMatchObject({ umid: last });
      for (const { device, answer } of people) {
        expect((await device.info()).umid).toBe(last);
        expect((await tell(device)).umid).toBe(last);
        expect(await profileOf(kith, answer.umid)).toMatchObject({ umid: last });
      }
    });
  });
};
