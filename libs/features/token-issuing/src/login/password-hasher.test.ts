import { expect, test } from 'vitest';
import { CHEAP } from '../token-issuing-server.fake.ts';
import { createPasswordHasher, PASSWORD_COST } from './password-hasher.ts';

test('a user who does not exist costs the same work: as many checks as for one who does are too many', async () => {
  const passwords = createPasswordHasher(PASSWORD_COST);
  const known = await passwords.hash('right');
  const checks = async (passwordHash: string | null): Promise<readonly string[]> =>
    (await Promise.all(Array.from({ length: 20 }, () => passwords.check(passwordHash, 'guess')))).toSorted();
  const [ofKnown, ofNobody] = [await checks(known), await checks(null)];
  expect(ofNobody).toEqual(ofKnown);
  expect(ofNobody.filter((check) => check === 'busy')).toHaveLength(2);
});

test('the right password of nobody is wrong', async () => {
  const passwords = createPasswordHasher(CHEAP);
  expect(await passwords.check(await passwords.hash('right'), 'right')).toBe('right');
  expect(await passwords.check(null, 'right')).toBe('wrong');
});

test('a hash tells its algorithm and what it cost', async () => {
  const hash = await createPasswordHasher(PASSWORD_COST).hash('right');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
