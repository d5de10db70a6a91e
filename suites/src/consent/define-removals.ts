import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { consentingPeople, type ConsentingPeople, type TamperedStore } from './consent-stage.ts';

const CUSTOMER = [{ name: 'customerId', value: '1' }];

/** A customer and a visitor who were one for a while; both have told things before, meanwhile and afterwards. */
const apart = async (store: TamperedStore) => {
  const people = consentingPeople(store);
  const [phone, laptop] = [people.newDevice(), people.newDevice()];
  const visitor = await people.visit(phone, { permissions: { P: false }, acknowledges: 'N' });
  const customer = await people.visit(laptop, { identifiers: CUSTOMER, permissions: { Q: true } });
  await people.visit(phone, { identifiers: CUSTOMER, acknowledges: 'M' });
  await people.unmerge(visitor);
  await people.visit(laptop, { permissions: { Q: false } });
  return { people, visitor, customer, phone };
};

const verdictOf = async ({ consent, scope }: ConsentingPeople, umid: Umid): Promise<unknown> => {
  const { kind, ...rest } = await consent.verify(scope, { person: { name: 'umid', value: umid } });
  return kind === 'broken' ? rest : kind;
};

const cutOff = (people: ConsentingPeople, umid: Umid): Promise<void> =>
  people.store.rewrite(people.scope.account, umid, new Map());

/** What `verify` finds of those whose chains name somebody who has gone. */
export const defineRemovals = (opened: () => TamperedStore): void => {
  describe('of whoever was one with somebody', () => {
    test('is broken where the chain of the other one is gone, and nobody removed it lawfully', async () => {
      const { people, visitor, customer } = await apart(opened());
      await cutOff(people, visitor);
      expect(await verdictOf(people, customer)).toMatchObject({ umid: visitor, fault: 'missing' });
    });

    test('holds when the one who was absorbed is erased', async () => {
      const { people, visitor, customer } = await apart(opened());
      const history = () =>
        people.consent.history(people.scope, { person: CUSTOMER[0]!, after: null, limit: 100 });
      expect(JSON.stringify(await history())).toContain(visitor);
      await people.erase(visitor);
      expect(await verdictOf(people, customer)).toBe('intact');
      const shown = JSON.stringify(await history());
      expect(shown).not.toContain(visitor);
      expect(shown).toContain('"other":"erased"');
    });

    test('holds when the survivor is erased', async () => {
      const { people, visitor, customer } = await apart(opened());
      await people.erase(customer);
      expect(await verdictOf(people, visitor)).toBe('intact');
    });

    test('holds when the other one expires, and when it comes back', async () => {
      const { people, visitor, customer, phone } = await apart(opened());
      expect(await people.expire()).toBe(1);
      expect(await people.chainOf(visitor)).toEqual([]);
      expect(await verdictOf(people, customer)).toBe('intact');
      const back = await people.visit(phone, { permissions: { P: true, Q: true } });
      expect(await verdictOf(people, customer)).toBe('intact');
      expect(await verdictOf(people, back)).toBe('intact');
    });

    test('is broken where the other one came back, was one with it again, and that chain is gone', async () => {
      const { people, visitor, customer, phone } = await apart(opened());
      await people.expire();
      expect(await people.visit(phone, { permissions: { P: false } })).toBe(visitor);
      await people.visit(phone, { identifiers: CUSTOMER });
      await people.unmerge(visitor);
      expect(await verdictOf(people, customer)).toBe('intact');
      await cutOff(people, visitor);
      expect(await verdictOf(people, customer)).toMatchObject({ umid: visitor, fault: 'missing' });
    });
  });
};
