import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { answered, fresh, type TheKith } from './ask.ts';
import { meet, tell } from './people.ts';

const builtIn = [
  'null',
  'undefined',
  'none',
  'anonymous',
  'guest',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
];
const hashes = (text: string): readonly string[] =>
  ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm).update(text).digest('hex'));
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Values that identify nobody, links, limits, and accounts apart (docs/behaviour.md#3-identity). */
export const defineLimitsOfIdentity = (kith: TheKith): void => {
  describe('who is never one person', () => {
    test('values that programs send for nobody are no identifiers, in any case, nor are their hashes', async () => {
      const values = [...builtIn, 'staff', ''].flatMap((value) => [
        value,
        value.toUpperCase(),
        ...hashes(value),
      ]);
      for (const value of [...values, ...values.map(capitalised), ' Guest ', 'NULL']) {
        const { state, identifiers } = await createVisitor(kith().url).info(
          `&identifiers&customerId=${encodeURIComponent(value)}`,
        );
        expect({ value, state, identifiers }).toEqual({ value, state: 0, identifiers: [] });
      }
      expect((await createVisitor(kith().url).info(`&customerId=${fresh('null')}`)).state).toBe(1);
    });

    test('each account has its own devices, identifiers and blocked values', async () => {
      const [here, there] = [createVisitor(kith().url), createVisitor(kith().url)];
      const customerId = fresh('c');
      const { umid } = await here.info(`&customerId=${customerId}`, { permission: { 'CS-OPT': true } });
      const path = '/op/elsewhere/info?out=json&identifiers&permissions';
      const stranger = answered(await here.get(path));
      expect(stranger).toMatchObject({ state: 0, identifiers: [], permissions: {} });
      const namesake = answered(await there.get(`${path}&customerId=${customerId}`));
      expect(namesake.umid).not.toBe(umid);
      expect(namesake.permissions).toEqual({});
      expect(answered(await there.get(`${path}&customerId=Staff`)).identifiers).toHaveLength(1);
    });

    test('a shared identifier links profiles, and neither finds nor merges one', async () => {
      const line = fresh('line');
      const [anna, ben] = [fresh('c'), fresh('c')];
      const { device, answer } = await meet(kith, `&customerId=${anna}&mt2=${line}`);
      const unknown = await tell(createVisitor(kith().url), `&mt2=${line}`);
      expect(unknown.umid).not.toBe(answer.umid);
      expect(unknown.names).toEqual([`mt2=${line}`]);
      await meet(kith, `&customerId=${ben}&mt2=${line}`);
      const { nextBestIdentifiers } = await device.info('&nbidentifiers');
      expect(nextBestIdentifiers).toEqual([{ name: 'customerId', value: ben }]);
    });

    test('an account may link the profiles that were used on the same device', async () => {
      const device = createVisitor(kith().url);
      const path = '/op/elsewhere/info?out=json&nbidentifiers';
      const [one, two] = [fresh('c'), fresh('c')];
      await device.get(`${path}&customerId=${one}`);
      const switched = answered(await device.get(`${path}&customerId=${two}`));
      expect(switched.nextBestIdentifiers).toEqual([{ name: 'customerId', value: one }]);
    });

    test('where the account does not say so, they are not linked', async () => {
      const { device } = await meet(kith, `&customerId=${fresh('c')}`);
      const { nextBestIdentifiers } = await device.info(`&nbidentifiers&customerId=${fresh('c')}`);
      expect(nextBestIdentifiers).toEqual([]);
    });

    test('an answer draws on 32 linked profiles, and shows 64 of their identifiers, strongest and newest first', async () => {
      const line = fresh('line');
      const people = Array.from({ length: 40 }, (_, index) => ({
        customerId: fresh('c'),
        deviceIds: [0, 1].map(() => fresh(`d${index}`)),
      }));
      for (const { customerId, deviceIds } of people) {
        const { device } = await meet(kith, `&customerId=${customerId}&mt2=${line}&deviceId=${deviceIds[0]}`);
        await device.info(`&deviceId=${deviceIds[1]}`);
      }
      const { nextBestIdentifiers } = await createVisitor(kith().url).info(`&nbidentifiers&mt2=${line}`);
      expect(nextBestIdentifiers).toHaveLength(64);
      const customers = (nextBestIdentifiers as { name: string; value: string }[]).slice(0, 32);
      const newest = people.slice(-32).reverse();
      expect(customers).toEqual(newest.map(({ customerId }) => ({ name: 'customerId', value: customerId })));
    });

    test('of more than 64 identifiers the weakest and oldest goes', async () => {
      const customerId = fresh('c');
      const { device, answer } = await meet(kith, `&customerId=${customerId}&deviceId=${fresh('first')}`);
      for (let index = 0; index < 63; index += 1) await device.info(`&deviceId=${fresh('d')}`);
      const { umid, names } = await tell(device);
      expect(umid).toBe(answer.umid);
      expect(names).toHaveLength(64);
      expect(names).toContain(`customerId=${customerId}`);
      expect(names.join()).not.toContain('deviceId=first');
    });

    test('two customers who log in crosswise, again and again and at once, come to an end', async () => {
      const [one, two] = [fresh('c'), fresh('c')];
      const [a, b] = [await meet(kith, `&customerId=${one}`), await meet(kith, `&customerId=${two}`)];
      for (let round = 0; round < 50; round += 1) {
        const [left, right] = round % 2 === 0 ? [two, one] : [one, two];
        await Promise.all([a.device.info(`&customerId=${left}`), b.device.info(`&customerId=${right}`)]);
      }
      expect(await tell(a.device, `&customerId=${one}`)).toMatchObject({
        umid: a.answer.umid,
        names: [`customerId=${one}`],
      });
      expect(await tell(b.device, `&customerId=${two}`)).toMatchObject({
        umid: b.answer.umid,
        names: [`customerId=${two}`],
      });
    });
  });
};
