import { describe, expect, test } from 'vitest';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { partsOf } from '../kit/visitor.ts';
import { configurationOf } from './account.ts';
import type { Stage } from './leaving-stage.ts';

const login = { kind: 'login' };
const merging = { kind: 'login', merge: true };
const sources = { identifierSources: { customerId: ['query', 'body'] } };

/** With the name, without it. */
const A = configurationOf({ identifiers: { customerId: login, email: merging } }, sources);
const B = configurationOf({ identifiers: { email: merging } });

const withRule = (rule: object): object => configurationOf({ identifiers: { key: rule, email: login } });

const byAnyId =
  'query ($name: String!, $value: String!) { personTargetDataByAnyId(idName: $name, idValue: $value) { umid identifiers { name value } } }';

export const defineLeavingIdentifiers = ({ kith, bring, newVisitor, fresh }: Stage): void => {
  /** The umid that a value leads a new device to. */
  const led = async (query: string) => (await newVisitor().info(query)).umid;

  describe('an identifier whose name has left', () => {
    test('is kept, not shown and not matched, and comes back with the name', async () => {
      await bring(A);
      const ann = newVisitor();
      const id = fresh('ann');
      const { umid } = await ann.info(`&customerId=${id}&identifiers`);

      await bring(B);
      expect(await ann.info('&identifiers')).toMatchObject({ umid, state: 1, identifiers: [] });
      expect(await newVisitor().info(`&customerId=${id}`)).toMatchObject({ state: 0 });
      expect(await led(`&customerId=${id}`)).not.toBe(umid);
      const body = await newVisitor().post('/op/web/info?out=json', { customerId: id });
      expect(body.status).toBe(400);
      expect(body.json()).toMatchObject({ errors: [{ pointer: '/customerId' }] });

      await bring(A);
      expect(await newVisitor().info(`&customerId=${id}&identifiers`)).toMatchObject({
        umid,
        identifiers: [{ name: 'customerId', value: id }],
      });
    });

    test('is unknown to queries, and shown by none, until it is back', async () => {
      await bring(A);
      const [id, email] = [fresh('ann'), fresh('mail')];
      const { umid } = await newVisitor().info(`&customerId=${id}&email=${email}`);
      const token = await fetchAccessToken(kith().authUrl);
      const ask = async (name: string, value: string): Promise<unknown> =>
        (await postGraphql(kith().graphqlUrl, token, byAnyId, { name, value })).json();
      const held = (...identifiers: readonly object[]) => ({
        data: { personTargetDataByAnyId: { umid, identifiers } },
      });
      const both = [
        { name: 'customerId', value: id },
        { name: 'email', value: email },
      ];
      expect(await ask('customerId', id)).toMatchObject(held(...both));

      await bring(B);
      expect(await ask('customerId', id)).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
      expect(await ask('email', email)).toEqual(held({ name: 'email', value: email }));

      await bring(A);
      expect(await ask('customerId', id)).toMatchObject(held(...both));
    });

    test('stands against nothing: two customers merge, and the merge keeps the values of both', async () => {
      await bring(A);
      const [ann, bob] = [newVisitor(), newVisitor()];
      const [annId, bobId, email] = [fresh('ann'), fresh('bob'), fresh('mail')];
      const { umid } = await ann.info(`&customerId=${annId}&email=${email}`);
      await bob.info(`&customerId=${bobId}`);

      await bring(B);
      expect(await bob.info(`&email=${email}&identifiers`)).toMatchObject({
        umid,
        identifiers: [{ name: 'email', value: email }],
      });

      await bring(A);
      expect(await led(`&customerId=${annId}`)).toBe(umid);
      expect(await led(`&customerId=${bobId}`)).toBe(umid);
      const { identifiers } = await ann.info('&identifiers');
      expect(identifiers).toEqual(
        expect.arrayContaining([
          { name: 'customerId', value: annId },
          { name: 'customerId', value: bobId },
        ]),
      );
    });

    test('leaves a customer a customer, and the device as it was identified', async () => {
      await bring(A);
      const ann = newVisitor();
      const { umid } = await ann.info(`&customerId=${fresh('ann')}`);
      await bring(B);
      expect(await ann.info()).toEqual({ umid, state: 1 });
      expect(partsOf(ann.cookie('umdid')).type).toBe('1');
    });

    test('links nobody by what it shared until it is back', async () => {
      const shared = { line: { kind: 'network', shared: true }, email: login };
      const home = configurationOf({ identifiers: shared, linking: ['sharedIdentifier'] });
      await bring(home);
      const [ann, bob] = [newVisitor(), newVisitor()];
      const [line, mail] = [fresh('line'), fresh('mail')];
      await bob.info(`&email=${mail}&line=${line}`);
      await ann.info(`&email=${fresh('mail')}&line=${line}`);
      const linked = async () => (await ann.info('&nbidentifiers')).nextBestIdentifiers;
      expect(await linked()).toEqual([{ name: 'email', value: mail }]);

      await bring(configurationOf({ identifiers: shared, linking: ['sameDevice'] }));
      expect(await linked()).toEqual([]);

      await bring(home);
      expect(await linked()).toEqual([{ name: 'email', value: mail }]);
    });
  });

  describe('an identifier whose rule has changed', () => {
    test('kind: a visitor becomes a customer when it is seen next, and stays one', async () => {
      await bring(withRule({ kind: 'device' }));
      const ann = newVisitor();
      const value = fresh('key');
      const { umid } = await ann.info(`&key=${value}`);
      expect(await ann.info()).toEqual({ umid, state: 0 });

      await bring(withRule({ kind: 'login' }));
      expect(await ann.info()).toEqual({ umid, state: 0 });
      expect(await ann.info(`&key=${value}`)).toEqual({ umid, state: 1 });
      expect(partsOf(ann.cookie('umdid')).type).toBe('1');

      await bring(withRule({ kind: 'device' }));
      expect(await ann.info(`&key=${value}`)).toEqual({ umid, state: 1 });
    });

    test('many: values that a profile holds stay and lead to it; the next one replaces or conflicts', async () => {
      await bring(withRule({ kind: 'login', many: true }));
      const ann = newVisitor();
      const [first, second] = [fresh('key'), fresh('key')];
      const { umid } = await ann.info(`&key=${first}`);
      await ann.info(`&key=${second}`);

      await bring(withRule({ kind: 'login' }));
      expect(await ann.info(`&key=${first}&identifiers`)).toMatchObject({
        umid,
        identifiers: [{ value: first }, { value: second }],
      });
      expect(await led(`&key=${second}`)).toBe(umid);
      expect((await ann.info(`&key=${fresh('key')}`)).umid).not.toBe(umid);
    });

    test('shared, once it is not: the value is whose it is seen on first', async () => {
      await bring(withRule({ kind: 'login', shared: true }));
      const [ann, bob] = [newVisitor(), newVisitor()];
      const value = fresh('key');
      const { umid } = await ann.info(`&email=${fresh('mail')}&key=${value}`);
      const other = await bob.info(`&email=${fresh('mail')}&key=${value}`);
      expect(other.umid).not.toBe(umid);

      await bring(withRule({ kind: 'login' }));
      expect(await led(`&key=${fresh('key')}`)).not.toBe(umid);
      expect((await ann.info(`&key=${value}`)).umid).toBe(umid);
      expect(await led(`&key=${value}`)).toBe(umid);
    });

    test('shared, once it is: the value finds nobody any more, and finds its owner when that is taken back', async () => {
      await bring(withRule({ kind: 'login' }));
      const value = fresh('key');
      const { umid } = await newVisitor().info(`&key=${value}`);
      await bring(withRule({ kind: 'login', shared: true }));
      expect(await led(`&key=${value}`)).not.toBe(umid);
      await bring(withRule({ kind: 'login' }));
      expect(await led(`&key=${value}`)).toBe(umid);
    });

    test('pattern: what is stored is shown and cannot be brought any more', async () => {
      await bring(withRule({ kind: 'login' }));
      const ann = newVisitor();
      const value = fresh('key');
      const { umid } = await ann.info(`&key=${value}`);
      await bring(withRule({ kind: 'login', pattern: '^[0-9]+$' }));
      expect(await ann.info('&identifiers')).toMatchObject({ umid, identifiers: [{ value }] });
      expect((await newVisitor().get(`/op/web/info?out=json&key=${value}`)).status).toBe(400);
      await bring(withRule({ kind: 'login' }));
      expect(await led(`&key=${value}`)).toBe(umid);
    });

    test('normalise: what is stored stays as it was written, and is found so alone', async () => {
      await bring(withRule({ kind: 'login' }));
      const ann = newVisitor();
      const value = fresh('KEY');
      const { umid } = await ann.info(`&key=${value}`);
      await bring(withRule({ kind: 'login', normalise: ['trim', 'lowercase'] }));
      expect(await ann.info('&identifiers')).toMatchObject({ umid, identifiers: [{ value }] });
      expect(await led(`&key=${value}`)).not.toBe(umid);
      await bring(withRule({ kind: 'login' }));
      expect(await led(`&key=${value}`)).toBe(umid);
    });
  });
};
