import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { anIdentifier, randomUmdid, randomUmid } from '@kith/testing';
import {
  deviceKey,
  holderKey,
  holdersAround,
  identifierKey,
  lastPart,
  linkKey,
  linksAround,
  ownedBy,
  profileKey,
  profilesOf,
  suppressionKey,
} from './identity-keys.ts';
import { keysBehind } from './keys.ts';

const [umid, other, umdid, identifier] = [randomUmid(), randomUmid(), randomUmdid(), anIdentifier()];

/** One key of every kind, suppressions last. */
const keysOf = (account: string): readonly string[] => [
  profileKey(account, umid),
  deviceKey(account, umdid),
  identifierKey(account, identifier),
  holderKey(account, { ...identifier, umid }),
  linkKey(account, [umid, other]),
  suppressionKey(account, 'aa00'),
];

describe('the keys of the identity collection', () => {
  test('lie so that a scan meets suppressions after everything else of the account', () => {
    const keys = keysOf('acme');
    expect(keys.toSorted().at(-1)).toBe(keys.at(-1));
  });

  test('are never two times the same, however accounts are called', () => {
    const accounts = ['acme', 'acme:p', 'acme:h', 'acme:l', 'acme:s', `acme:l:${umid}`, `acme:h:${umid}`];
    const keys = accounts.flatMap(keysOf);
    expect(new Set(keys).size).toBe(keys.length);
    const shared = accounts.flatMap((account) => [
      ...(['device', 'holder', 'identifier'] as const).map((kind) => ownedBy(account, kind, umid)),
      holdersAround(account, identifier),
      linksAround(account, umid),
    ]);
    expect(new Set(shared).size).toBe(shared.length);
  });

  test('of profiles lie in one range, which has nothing of any other kind', () => {
    const { $gt, $lt } = keysBehind(profilesOf('acme'));
    expect(keysOf('acme').filter((key) => key > $gt && key < $lt)).toEqual([profileKey('acme', umid)]);
    expect(keysOf('acme-two').filter((key) => key > $gt && key < $lt)).toEqual([]);
  });

  test('of a person go on with the bucket, the first twelve bits of the umid', () => {
    const first = `abc${umid.slice(3)}` as Umid;
    expect(profileKey('acme', first)).toMatch(/^acme:p:abc/);
    expect(linkKey('acme', [first, other])).toMatch(/^acme:l:abc/);
    expect(ownedBy('acme', 'device', first)).toMatch(/^acme:d:abc/);
  });

  test('tell at their end whom they are about', () => {
    expect(lastPart<Umid>(profileKey('acme:two', umid))).toBe(umid);
    expect(lastPart<Umid>(ownedBy('acme:two', 'device', umid))).toBe(umid);
    expect(lastPart<Umid>(holderKey('acme:two', { ...identifier, umid }))).toBe(umid);
  });
});
