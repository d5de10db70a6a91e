import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHEAP } from '../token-issuing-server.fake.ts';
import { createPasswordHasher, hashOfNobody, PASSWORD_COST } from './password-hasher.ts';

test('the right password of nobody is wrong', async () => {
  const passwords = createPasswordHasher(CHEAP, randomBytes);
  expect(await passwords.check(await passwords.hash('right'), 'right')).toBe(true);
  expect(await passwords.check(null, 'right')).toBe(false);
});

test('a user who does not exist costs the same work', async () => {
  const hash = await createPasswordHasher(PASSWORD_COST, randomBytes).hash('right');
  const shape = (text: string): readonly unknown[] => [...text.split('$').slice(0, 4), text.length];
  expect(shape(hashOfNobody(PASSWORD_COST, randomBytes))).toEqual(shape(hash));
});

test('a hash tells its algorithm and what it cost', async () => {
  const hash = await createPasswordHasher(PASSWORD_COST, randomBytes).hash('right');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
