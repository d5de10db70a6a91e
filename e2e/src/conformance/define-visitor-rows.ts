import { describe, expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { fresh, type TheKith } from './ask.ts';
import { meet, profileOf, tell } from './people.ts';

/** The rows of the table in which the device is new or a visitor's (docs/behaviour.md#the-decision-table). */
export const defineVisitorRows = (kith: TheKith): void => {
  describe('a new device or a visitor', () => {
    test('C none, X none: a login or network identifier creates a customer, nothing else does', async () => {
      const first = (query: string) => tell(createVisitor(kith().url), query);
      const [customerId, mt1, deviceId] = [fresh('c'), fresh('n'), fresh('d')];
      expect(await first(`&customerId=${customerId}`)).toMatchObject({
        state: 1,
        type: '1',
        names: [`customerId=${customerId}`],
      });
      expect(await first(`&mt1=${mt1}`)).toMatchObject({ state: 1, type: '2', names: [`mt1=${mt1}`] });
      expect(await first(`&deviceId=${deviceId}`)).toMatchObject({
        state: 0,
        type: '0',
        names: [`deviceId=${deviceId}`],
      });
      expect(await first('')).toMatchObject({ state: 0, type: '0', names: [] });
    });

    test('C none, X found: the new device is bound to X', async () => {
      const customerId = fresh('c');
      const { answer } = await meet(kith, `&customerId=${customerId}`);
      const device = createVisitor(kith().url);
      expect(await tell(device, `&customerId=${customerId}`)).toMatchObject({
        umid: answer.umid,
        state: 1,
        type: '1',
      });
      expect(await tell(device)).toMatchObject({ umid: answer.umid });
    });

    test.each(['customerId', 'mt1'])('visitor, X none: %s upgrades the profile in place', async (name) => {
      const { device, answer } = await meet(kith);
      const before = await tell(device);
      const after = await tell(device, `&${name}=${fresh('x')}`);
      expect(after).toMatchObject({ umid: answer.umid, umdid: before.umdid, state: 1 });
    });

    test('visitor, X none: a device identifier is linked and leaves a visitor', async () => {
      const { device, answer } = await meet(kith);
      const deviceId = fresh('d');
      expect(await tell(device, `&deviceId=${deviceId}`)).toMatchObject({
        umid: answer.umid,
        state: 0,
        type: '0',
        names: [`deviceId=${deviceId}`],
      });
    });

    test('visitor, X a customer found only by a device identifier: bound to X, nothing merges', async () => {
      const [customerId, deviceId] = [fresh('c'), fresh('d')];
      const { answer: customer } = await meet(kith, `&customerId=${customerId}&deviceId=${deviceId}`);
      const { device, answer: visitor } = await meet(kith, `&deviceId=${fresh('d')}`);
      expect(await tell(device, `&deviceId=${deviceId}`)).toMatchObject({
        umid: customer.umid,
        state: 1,
        type: '1',
      });
      expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: visitor.umid, category: 'visitor' });
      expect(await tell(device)).toMatchObject({ umid: customer.umid });
    });

    test('visitor, X a customer found only by profileId: bound to X, nothing merges', async () => {
      const { answer: customer } = await meet(kith, `&customerId=${fresh('c')}`);
      const { profileId } = (await profileOf(kith, customer.umid)) ?? {};
      const { device, answer: visitor } = await meet(kith, `&deviceId=${fresh('d')}`);
      expect(await tell(device, `&profileId=${profileId}`)).toMatchObject({ umid: customer.umid, state: 1 });
      expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: visitor.umid });
    });

    test.each(['customerId', 'mt1'])(
      'visitor, X found by %s: C merges into X, its umid stays good',
      async (name) => {
        const query = `&${name}=${fresh('x')}`;
        const { answer: found } = await meet(kith, query);
        const { device, answer: visitor } = await meet(kith, `&deviceId=${fresh('d')}`);
        const before = await tell(device);
        const after = await tell(device, query);
        expect(after).toMatchObject({ umid: found.umid, state: 1, umdid: before.umdid });
        expect(after.names).toEqual([...before.names, query.slice(1)].sort());
        expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: found.umid });
      },
    );

    test('visitor, X another visitor by a device identifier: C merges into X', async () => {
      const deviceId = fresh('d');
      const { answer: found } = await meet(kith, `&deviceId=${deviceId}`);
      const { device, answer: visitor } = await meet(kith, `&deviceId=${fresh('d')}`);
      expect(await tell(device, `&deviceId=${deviceId}`)).toMatchObject({
        umid: found.umid,
        state: 0,
        type: '0',
      });
      expect(await profileOf(kith, visitor.umid)).toMatchObject({ umid: found.umid });
    });

    test('profileId is a key that nobody can create, and is listed for nobody, as the umid is not', async () => {
      const { device, answer } = await meet(kith, `&profileId=${fresh('p')}`);
      expect(answer).toMatchObject({ state: 0, identifiers: [] });
      const { profileId } =
        (await profileOf(kith, (await tell(device, `&customerId=${fresh('c')}`)).umid)) ?? {};
      const { names, umid } = await tell(createVisitor(kith().url), `&profileId=${profileId}`);
      expect(umid).toBe(answer.umid);
      expect(names.join()).not.toMatch(new RegExp(`${profileId}|${umid}`));
    });
  });
};
