import { expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';

const path = '/op/web/info?out=json&permissions&notifications&identifiers';
const keyed = (key: string) => ({ 'idempotency-key': key });
const page = (name: string, members: object = {}) => ({ data: [{ page: { name }, ...members }] });

/** Retries by `id` and by `Idempotency-Key` (docs/behaviour.md#retries). */
export const defineRetries = (url: () => string): void => {
  /** How many pages the visitor has seen once everything sent so far has been seen to; this look is one of them. */
  const pagesOf = async (visitor: Visitor): Promise<number> => {
    const last = `last ${Math.random()}`;
    await visitor.info('', page(last));
    const { attributes } = await eventually(
      () => visitor.info('&attributes'),
      (seen) => seen.attributes?.['lastPage'] === last,
    );
    return Number(attributes?.['pageViews']);
  };
  const visited = async (query = ''): Promise<Visitor> => {
    const visitor = createVisitor(url());
    await visitor.info(query);
    return visitor;
  };

  test('an element with the same id counts once, with a key or without', async () => {
    const visitor = await visited();
    await visitor.info('', page('a', { id: 'view-1' }));
    await visitor.info('', page('a', { id: 'view-1' }));
    await visitor.post(path, page('a', { id: 'view-1' }), keyed('other key'));
    await visitor.info('', page('b', { id: 'view-2' }));
    expect(await pagesOf(visitor)).toBe(3);
  });

  test('every element of a request with the same key counts once', async () => {
    const visitor = await visited();
    const body = { data: [{ page: { name: 'a' } }, { page: { name: 'b' } }] };
    for (let time = 0; time < 3; time += 1) await visitor.post(path, body, keyed('pages'));
    await visitor.post(path, body, keyed('other pages'));
    expect(await pagesOf(visitor)).toBe(5);
  });

  test('the same id or key of another device is another', async () => {
    const [one, other] = [await visited(), await visited()];
    await one.post(path, page('a', { id: 'view' }), keyed('key'));
    await other.post(path, page('a', { id: 'view' }), keyed('key'));
    expect([await pagesOf(one), await pagesOf(other)]).toEqual([2, 2]);
  });

  test('consent is recorded once, and an acknowledgement is listed once', async () => {
    const visitor = await visited();
    const body = { permission: { 'CS-OPT': true }, notification: [{ name: 'MAIN_CS' }] };
    const first = (await visitor.post(path, body, keyed('consent'))).json() as InfoAnswer;
    const again = (await visitor.post(path, body, keyed('consent'))).json() as InfoAnswer;
    expect(again).toEqual(first);
    expect(again.notificationHistory).toHaveLength(1);
  });

  test('a late retry undoes no withdrawal that came after it', async () => {
    const visitor = await visited();
    await visitor.post(path, { permission: { 'CS-OPT': true } }, keyed('grant'));
    await visitor.info('', { permission: { 'CS-OPT': false } });
    const late = await visitor.post(path, { permission: { 'CS-OPT': true } }, keyed('grant'));
    expect(late.json()).toMatchObject({ permissions: { 'CS-OPT': false } });
  });

  test('a late retry undoes no login that came after it, and its events stay where they were', async () => {
    const visitor = await visited();
    const login = `${path}&email=e-first-${Math.random()}`;
    const first = (await visitor.post(login, page('of the first'), keyed('login'))).json() as InfoAnswer;
    expect(await pagesOf(visitor)).toBe(2);
    const second = await visitor.info(`&email=e-second-${Math.random()}`);
    expect(second.umid).not.toBe(first.umid);

    const late = (await visitor.post(login, page('of the first'), keyed('login'))).json() as InfoAnswer;
    expect(late.umid).toBe(second.umid);
    expect(await visitor.info()).toMatchObject({ umid: second.umid });
    expect(await pagesOf(visitor)).toBe(1);
  });

  test('the key chooses no device: a visitor without a cookie stays a new visitor', async () => {
    const visit = async (): Promise<{ umdid: string; umid: string }> => {
      const visitor = createVisitor(url());
      await visitor.post(path, page('a'), keyed('the same for everybody'));
      return partsOf(visitor.cookie('umdid'));
    };
    const [one, other] = [await visit(), await visit()];
    expect(one.umdid).not.toBe(other.umdid);
    expect(one.umid).not.toBe(other.umid);
  });

  test('a device remembers its last 32 keys', async () => {
    const visitor = await visited();
    const grant = () => visitor.post(path, { permission: { 'CS-OPT': true } }, keyed('first of many'));
    await grant();
    const withdraw = (key: number) =>
      visitor.post(path, { permission: { 'CS-OPT': false } }, keyed(`later ${key}`));
    for (let key = 1; key <= 31; key += 1) await withdraw(key);
    expect((await grant()).json()).toMatchObject({ permissions: { 'CS-OPT': false } });
    await withdraw(32);
    expect((await grant()).json()).toMatchObject({ permissions: { 'CS-OPT': true } });
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(129)],
    ['not printable', 'tab\there'],
  ])('a key that is %s is a 400', async (_, key) => {
    const answer = await createVisitor(url()).post(path, {}, keyed(key));
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ pointer: 'header:Idempotency-Key' }] });
  });

  test.each([
    ['empty', ''],
    ['too long', 'i'.repeat(129)],
  ])('an id that is %s is a 400', async (_, id) => {
    const answer = await createVisitor(url()).post(path, { data: [{ id }] });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ pointer: '/data/0/id' }] });
  });
};
