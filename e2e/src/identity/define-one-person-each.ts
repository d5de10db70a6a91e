import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import type { Kith } from '../kit/kith.ts';
import { createVisitor } from '../kit/visitor.ts';

/** What must never make one person of two, or two of one (docs/behaviour.md#3-identity). */
export const defineOnePersonEach = (kith: () => Kith): void => {
  describe('who is one person, and who is not', () => {
    test.each(['%FF', 'M%FCller', '%E0%A4', '%EF%BF%BD'])(
      'the value %s is no UTF-8 and identifies nobody: it could be anybody’s',
      async (value) => {
        const answer = await send(kith().url, `/op/web/info?out=json&customerId=${value}`);
        expect(answer.status).toBe(400);
        expect(answer.json()).toMatchObject({ errors: [{ pointer: '?customerId' }] });
      },
    );

    test('a value is the same in the query string, in a header and in a cookie', async () => {
      const utf8 = Buffer.from('mülle-1', 'utf8').toString('latin1');
      const ask = (query: string, headers: Record<string, string>) =>
        send(kith().url, `/op/server/info?out=json${query}`, { headers });
      const answers = await Promise.all([
        ask(`&customerId=${encodeURIComponent('mülle-1')}`, {}),
        ask('', { 'x-customer-id': utf8 }),
        ask('', { cookie: `crm_id=${utf8}` }),
      ]);
      expect(new Set(answers.map((answer) => (answer.json() as { umid: string }).umid)).size).toBe(1);
    });

    test('64 devices that log in at once with the same new customer number end on one profile', async () => {
      const devices = Array.from({ length: 64 }, () => createVisitor(kith().url));
      await Promise.all(devices.map((device) => device.info()));
      const answers = await Promise.all(
        devices.map((device) => device.info('&customerId=c-crowd&identifiers')),
      );
      expect(new Set(answers.map(({ umid }) => umid)).size).toBe(1);
      expect(answers.every(({ state }) => state === 1)).toBe(true);
    });

    test('of two umdid cookies the one that can be read counts', async () => {
      const visitor = createVisitor(kith().url);
      const { umid } = await visitor.info();
      const cookie = `umdid=broken; umdid=${visitor.cookie('umdid')}`;
      const answer = await send(kith().url, '/op/web/info?out=json', { headers: { cookie } });
      expect(answer.json()).toMatchObject({ umid });
    });

    test('next best identifiers come strongest first, each once, and without the profile’s own', async () => {
      const [first, second] = [createVisitor(kith().url), createVisitor(kith().url)];
      await first.info('&mt2=line-1&customerId=c-line&deviceId=d-line');
      const { nextBestIdentifiers } = await second.info('&mt2=line-1&nbidentifiers');
      expect(nextBestIdentifiers).toEqual([
        { name: 'customerId', value: 'c-line' },
        { name: 'deviceId', value: 'd-line' },
      ]);
    });

    test('a withdrawal on one device ends the tracking of every other', async () => {
      const [phone, desk] = [createVisitor(kith().url), createVisitor(kith().url)];
      await phone.info('&customerId=c-leave', { permission: { 'CS-OPT': true } });
      await desk.info('&customerId=c-leave');
      await desk.post('/op/analytics/info', { data: [{ page: { name: 'before' } }] });
      const attributes = async () => (await phone.info('&attributes')).attributes;
      await eventually(attributes, (seen) => seen?.['pageViews'] === '1');
      await phone.info('', { permission: { 'CS-OPT': false } });
      await desk.post('/op/analytics/info', { data: [{ page: { name: 'leak' } }] });
      // What follows in the log shows that the leak has been through.
      await desk.info('', { data: [{ page: { name: 'after' } }] });
      expect(await eventually(attributes, (seen) => seen?.['lastPage'] === 'after')).toMatchObject({
        pageViews: '2',
      });
    });
  });
};
