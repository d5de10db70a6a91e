import { describe, expect, test } from 'vitest';
import type { Received } from '../kit/conforming.ts';
import { createVisitor } from '../kit/visitor.ts';
import { customerSecrets, sign, signed } from './guarded-configuration.ts';

const path = '/op/web/info?out=json&identifiers';
const elsewhere = '/op/elsewhere/info?out=json&identifiers';

/** `verify: { hmac }` (docs/behaviour.md#signed-identifiers). */
export const defineVerification = (url: () => string): void => {
  const visit = (query: string): Promise<Received> => createVisitor(url()).get(`${path}${query}`);

  test.each([
    ['in hex', sign('c-1')],
    ['in capitals', sign('c-1').toUpperCase()],
    ['under an older secret of the list', sign('c-1', customerSecrets[1])],
  ])('is taken with its signature %s', async (_, signature) => {
    const answer = await visit(`&customerId=c-1&customerId_sig=${signature}`);
    expect(answer.json()).toMatchObject({ state: 1, identifiers: [{ name: 'customerId', value: 'c-1' }] });
  });

  test.each([sign(' C-Mixed '), sign('c-mixed')])(
    'may be signed as it comes or as it is kept (%s)',
    async (signature) => {
      const answer = await visit(`&customerId=%20C-Mixed%20&customerId_sig=${signature}`);
      expect(answer.json()).toMatchObject({ identifiers: [{ name: 'customerId', value: 'c-mixed' }] });
    },
  );

  test.each([
    ['without a signature', '&customerId=c-1'],
    ['with an empty one', '&customerId=c-1&customerId_sig='],
    ['with one that is no hex', `&customerId=c-1&customerId_sig=${'g'.repeat(64)}`],
    ['with that of another value', `&customerId=c-1&customerId_sig=${sign('c-2')}`],
    ['with one under another secret', `&customerId=c-1&customerId_sig=${sign('c-1', 'guessed')}`],
    ['with half of it', `&customerId=c-1&customerId_sig=${sign('c-1').slice(0, 32)}`],
    ['with two', `&customerId=c-1&customerId_sig=${sign('c-1')}&customerId_sig=${sign('c-1')}`],
  ])('is a 400 that names it %s', async (_, query) => {
    const answer = await visit(query);
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toEqual(['?customerId']);
  });

  test('takes nothing of the request with it into force that it is refused with', async () => {
    const visitor = createVisitor(url());
    await visitor.info();
    const body = { permission: { 'CS-OPT': true } };
    expect((await visitor.post(`${path}&email=e-refused&customerId=c-1`, body)).status).toBe(400);
    expect(await visitor.info('&permissions&identifiers')).toMatchObject({
      permissions: {},
      identifiers: [],
    });
  });

  test('is ignored like any other where its value is none', async () => {
    const answer = await visit('&customerId=null&customerId_sig=x');
    expect(answer.json()).toMatchObject({ state: 0, identifiers: [] });
  });

  test('leaves other identifiers as they are', async () => {
    expect((await visit(`${signed('c-3')}&email=e-3`)).json()).toMatchObject({ state: 1 });
    expect((await visit('&email=e-4')).json()).toMatchObject({ state: 1 });
  });

  describe('beside the query', () => {
    const inBody = (body: object): Promise<Received> => createVisitor(url()).post(elsewhere, body);
    const inHeaders = (headers: Readonly<Record<string, string>>): Promise<Received> =>
      createVisitor(url()).get(elsewhere, headers);

    test('has its signature in the body where it stands there', async () => {
      expect((await inBody({ customerId: 'c-1', customerId_sig: sign('c-1') })).status).toBe(200);
      expect(pointersOf(await inBody({ customerId: 'c-1' }))).toEqual(['/customerId']);
    });

    test('has its signature in a header of the same name and -Sig', async () => {
      const right = { 'X-Customer-Id': 'c-1', 'X-Customer-Id-Sig': sign('c-1') };
      expect((await inHeaders(right)).status).toBe(200);
      expect(pointersOf(await inHeaders({ 'X-Customer-Id': 'c-1' }))).toEqual(['header:x-customer-id']);
    });

    test('has its signature in a cookie of the same name and _sig', async () => {
      const cookie = `crm_id=c-1; crm_id_sig=${sign('c-1')}`;
      expect((await inHeaders({ cookie })).status).toBe(200);
      expect(pointersOf(await inHeaders({ cookie: 'crm_id=c-1' }))).toEqual(['cookie:crm_id']);
    });

    test('is not vouched for by a signature in another place', async () => {
      const visitor = createVisitor(url());
      const query = `&customerId_sig=${sign('c-1')}`;
      expect((await visitor.post(`${elsewhere}${query}`, { customerId: 'c-1' })).status).toBe(400);
    });
  });
};

const pointersOf = (answer: Received): readonly string[] =>
  (answer.json() as { readonly errors: readonly { readonly pointer: string }[] }).errors.map(
    ({ pointer }) => pointer,
  );
