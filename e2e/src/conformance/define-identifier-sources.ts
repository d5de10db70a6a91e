import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import { createVisitor, type InfoAnswer } from '../kit/visitor.ts';
import { answered, fresh, postText, refusedAt, type TheKith } from './ask.ts';

const server = '/op/server/info?out=json&identifiers';

/** The places of a request that name somebody (docs/behaviour.md#where-identifiers-come-from). */
export const defineIdentifierSources = (kith: TheKith): void => {
  describe('where identifiers come from', () => {
    const valuesOf = ({ identifiers }: InfoAnswer): readonly string[] =>
      (identifiers ?? []).map(({ value }) => value);

    test('the query string, the body, a header and a cookie, in the order that is configured', async () => {
      const [query, body, header, cookie] = ['q', 'b', 'h', 'k'].map(fresh);
      const ask = (from: { query?: string; body?: object; header?: string; cookie?: string }) =>
        postText(
          kith().url,
          `${server}${from.query === undefined ? '' : `&customerId=${from.query}`}`,
          JSON.stringify(from.body ?? {}),
          {
            ...(from.header === undefined ? {} : { 'x-customer-id': from.header }),
            ...(from.cookie === undefined ? {} : { cookie: `crm_id=${from.cookie}` }),
          },
        ).then((received) => valuesOf(answered(received)));
      const inBody = { customerId: body };
      expect(await ask({ query, body: inBody, header, cookie })).toEqual([query]);
      expect(await ask({ body: inBody, header, cookie })).toEqual([body]);
      expect(await ask({ header, cookie })).toEqual([header]);
      expect(await ask({ cookie })).toEqual([cookie]);
    });

    test('a place whose value identifies nobody leaves the next its turn', async () => {
      const header = fresh('h');
      const received = await send(kith().url, `${server}&customerId=anonymous`, {
        headers: { 'x-customer-id': header },
      });
      expect(valuesOf(answered(received))).toEqual([header]);
    });

    test('an identifier whose place is the body is not taken from the query, where it may even be repeated', async () => {
      const deviceId = fresh('d');
      const inQuery = await send(kith().url, `${server}&deviceId=${deviceId}&deviceId=${deviceId}`);
      expect(valuesOf(answered(inQuery))).toEqual([]);
      const inBody = await postText(kith().url, server, JSON.stringify({ deviceId }));
      expect(valuesOf(answered(inBody))).toEqual([deviceId]);
    });

    test('headers and cookies are no place for identifiers where nobody says so', async () => {
      const answer = await send(kith().url, '/op/web/info?out=json&identifiers', {
        headers: { customerId: fresh('c'), 'x-customer-id': fresh('c'), cookie: `customerId=${fresh('c')}` },
      });
      expect(valuesOf(answered(answer))).toEqual([]);
    });

    test('an identifier that the account has and the pipeline does not take is ignored', async () => {
      const answer = await send(kith().url, `${server}&mt1=${fresh('n')}&mt1=twice`);
      expect(answered(answer)).toMatchObject({ state: 0, identifiers: [] });
    });

    test.each([
      ['a number', 7],
      ['null', null],
      ['a list', ['c']],
      ['an object', { value: 'c' }],
    ])('in the body %s is no identifier', async (_, customerId) => {
      const body = JSON.stringify({ customerId });
      expect(refusedAt(await postText(kith().url, server, body))).toEqual(['/customerId']);
    });

    test('a value at fault is named by the place where it stood', async () => {
      const long = 'c'.repeat(513);
      expect(refusedAt(await postText(kith().url, server, JSON.stringify({ customerId: long })))).toEqual([
        '/customerId',
      ]);
      const inHeader = await send(kith().url, server, { headers: { 'x-customer-id': long } });
      expect(inHeader.status).toBe(400);
    });

    test('the names of parameters are exact', async () => {
      const { state } = await createVisitor(kith().url).info(`&CUSTOMERID=${fresh('c')}&customerid=x`);
      expect(state).toBe(0);
    });

    test('the pipeline’s order decides, not the order in the request', async () => {
      const [first, second] = [createVisitor(kith().url), createVisitor(kith().url)];
      const [email, deviceId] = [fresh('e'), fresh('d')];
      const { umid } = await first.info(`&enemail=${email}`);
      await second.info(`&deviceId=${deviceId}`);
      const { umid: answeredUmid } = await createVisitor(kith().url).info(
        `&deviceId=${deviceId}&enemail=${email}`,
      );
      expect(answeredUmid).toBe(umid);
    });

    test('whoever knows an identifier can read its sections, as the specification has it', async () => {
      const customerId = fresh('c');
      await createVisitor(kith().url).info(`&customerId=${customerId}`, { permission: { 'CS-OM': true } });
      const reader = await createVisitor(kith().url).info(`&customerId=${customerId}&permissions`);
      expect(reader.permissions).toEqual({ 'CS-OM': true });
    });
  });
};
