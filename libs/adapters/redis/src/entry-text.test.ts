import { describe, expect, test } from 'vitest';
import { aCacheEntry, withOddMembers } from '@kith/testing';
import { decodeEntry, encodeEntry } from './entry-text.ts';

const UMID = '3f2b8c1e-5a4d-4e6f-8a9b-0c1d2e3f4a5b';

describe('the text of a cache entry', () => {
  test('gives the entry back as it was', () => {
    const entry = aCacheEntry({ state: 'customer', type: 1, permissions: withOddMembers(true) });
    expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
  });

  test.each([
    '',
    'null',
    '{}',
    '"text"',
    '[1,1]',
    `[1,1,"${UMID}","visitor",0]`,
    `[1,1,"${UMID}","visitor",0,{},1]`,
    `["1",1,"${UMID}","visitor",0,{}]`,
    `[-1,1,"${UMID}","visitor",0,{}]`,
    `[1,1.5,"${UMID}","visitor",0,{}]`,
    '[1,1,"somebody","visitor",0,{}]',
    '[1,1,7,"visitor",0,{}]',
    `[1,1,"${UMID}","admin",0,{}]`,
    `[1,1,"${UMID}","visitor",3,{}]`,
    `[1,1,"${UMID}","visitor",0,null]`,
    `[1,1,"${UMID}","visitor",0,[]]`,
    `[1,1,"${UMID}","visitor",0,{"CS-OPT":"yes"}]`,
    `[1,1,"${UMID}","visitor",0,{}`,
  ])('%j is no entry', (text) => {
    expect(decodeEntry(text)).toBeNull();
  });
});
