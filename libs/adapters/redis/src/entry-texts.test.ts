import { describe, expect, test } from 'vitest';
import { aKnownDevice, aKnownProfile, withOddMembers } from '@kith/testing';
import { decodeDevice, decodeProfile, encodeDevice, encodeProfile, REDIRECTED } from './entry-texts.ts';

const UMID = '3f2b8c1e-5a4d-4e6f-8a9b-0c1d2e3f4a5b';
const NOTHING = [null, '', 'null', '{}', '"text"', '[1]', '[1,1]', REDIRECTED];

describe('the text of a device', () => {
  test('gives the device back as it was', () => {
    const { umdid: _, ...device } = aKnownDevice({ identifiedBy: 2, bindingVersion: 12 });
    expect(decodeDevice(encodeDevice(device))).toEqual(device);
  });

  test.each([
    ...NOTHING,
    `[1,"${UMID}"]`,
    `[1,"${UMID}",0,1]`,
    `["1","${UMID}",0]`,
    `[-1,"${UMID}",0]`,
    `[1.5,"${UMID}",0]`,
    '[1,"somebody",0]',
    '[1,7,0]',
    `[1,"${UMID}",3]`,
    `[1,"${UMID}",0`,
  ])('%j is no device', (text) => {
    expect(decodeDevice(text)).toBeNull();
  });
});

describe('the text of a profile', () => {
  test('gives the profile back as it was', () => {
    const permissions = withOddMembers(true);
    const { umid: _, ...profile } = aKnownProfile({ state: 'customer', strongest: 1, permissions });
    expect(decodeProfile(encodeProfile(profile))).toEqual(profile);
  });

  test.each([
    ...NOTHING,
    '[1,"visitor",0]',
    '[1,"visitor",0,{},1]',
    '["1","visitor",0,{}]',
    '[-1,"visitor",0,{}]',
    '[1.5,"visitor",0,{}]',
    '[1,"admin",0,{}]',
    '[1,"visitor",3,{}]',
    '[1,"visitor",0,null]',
    '[1,"visitor",0,[]]',
    '[1,"visitor",0,{"CS-OPT":"yes"}]',
    '[1,"visitor",0,{}',
  ])('%j is no profile', (text) => {
    expect(decodeProfile(text)).toBeNull();
  });
});
