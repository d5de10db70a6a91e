import { describe, expect, test } from 'vitest';
import type { Umdid, Umid } from '@kith/domain/identity';
import { decodeUmdidCookie, encodeUmdidCookie } from './umdid-cookie.ts';

const cookie = {
  umdid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as Umdid,
  umid: '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as Umid,
  type: 1,
} as const;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the umdid cookie', () => {
  test('is the base64 of umdid|umid|type', () => {
    const text = Buffer.from(encodeUmdidCookie(cookie), 'base64').toString();
    expect(text).toBe(`${cookie.umdid}|${cookie.umid}|1`);
  });

  test('is read in any letter case', () => {
    expect(decodeUmdidCookie(base64(`${cookie.umdid.toUpperCase()}|${cookie.umid.toUpperCase()}|1`))).toEqual(
      cookie,
    );
  });

  test.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['a bare umdid', base64(cookie.umdid)],
    ['another type', base64(`${cookie.umdid}|${cookie.umid}|3`)],
    ['a umdid that is no version-4 UUID', base64(`6f9619ff-8b86-1d01-b42d-00cf4fc964ff|${cookie.umid}|1`)],
    ['a fourth part', base64(`${cookie.umdid}|${cookie.umid}|`)],
    ['white space around', ` ${encodeUmdidCookie(cookie)}`],
  ])('%s is malformed', (_name, value) => expect(decodeUmdidCookie(value)).toBeNull());
});
