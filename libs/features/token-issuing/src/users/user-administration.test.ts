import { describe, expect, test } from 'vitest';
import type { NewUser, UserAdded } from '@kith/ports';
import { ADMIN, startTokenIssuing } from '../token-issuing-server.fake.ts';

const add = async (user: Partial<NewUser>): Promise<UserAdded> => {
  const server = await startTokenIssuing();
  const added = await server.issuing.users.add(
    { remainingMs: () => 5_000 },
    { account: 'demo', username: 'bob', password: 'secret', ...user, caller: ADMIN },
  );
  await server.close();
  return added;
};

describe('a user', () => {
  test('is added to an account', async () => expect(await add({})).toEqual({ kind: 'added' }));

  test('needs a name that nobody has, however it is typed', async () => {
    expect(await add({ username: ' alice ' })).toEqual({ kind: 'exists' });
  });

  test('needs a configured account', async () => {
    expect(await add({ account: 'other' })).toEqual({ kind: 'unknownAccount' });
  });

  test.each<[Partial<NewUser>, string]>([
    [{ username: ' ' }, 'username'],
    [{ username: 'a'.repeat(257) }, 'username'],
    [{ username: 'a\nb' }, 'username'],
    [{ password: '' }, 'password'],
    [{ password: 'p'.repeat(1_025) }, 'password'],
  ])('%j does not fit', async (user, member) => {
    expect(await add(user)).toEqual({ kind: 'unfit', member });
  });
});
