import { describe, expect, test } from 'vitest';
import { parseUmid } from '@kith/domain/identity';
import { idsOfBatch } from './new-ids.ts';

const UMID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const all = <T>(draw: () => T): readonly T[] => Array.from({ length: 300 }, draw);

describe('the ids of a batch', () => {
  test('are all different, however many are drawn', () => {
    const { newUmid, newProfileId } = idsOfBatch();
    expect(new Set(all(newUmid)).size).toBe(300);
    const profileIds = all(newProfileId);
    expect(new Set(profileIds).size).toBe(300);
    expect(profileIds.filter((id) => !/^[\w-]{24}$/.test(id))).toEqual([]);
  });

  test('are umids of the shape of version 4 that lie side by side, each batch elsewhere', () => {
    const [one, other] = [all(idsOfBatch().newUmid), all(idsOfBatch().newUmid)];
    expect([...one, ...other].filter((umid) => !UMID.test(umid) || parseUmid(umid) !== umid)).toEqual([]);
    const beginnings = [one, other].map((umids) => new Set(umids.map((umid) => umid.slice(0, 8))));
    expect(beginnings.map(({ size }) => size)).toEqual([1, 1]);
    expect(beginnings[0]).not.toEqual(beginnings[1]);
  });
});
