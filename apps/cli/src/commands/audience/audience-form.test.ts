import { expect, test } from 'vitest';
import type { ProfileId, Umid } from '@kith/domain/identity';
import { headLine, memberLine } from './audience-form.ts';

const MEMBER = {
  umid: '6f1c2a50-1111-4111-8111-111111111111' as Umid,
  profileId: 'p-1' as ProfileId,
  identifiers: [
    { name: 'customerId', value: 'new, "quoted"' },
    { name: 'customerId', value: 'old' },
    { name: 'tag', value: 't' },
  ],
};

test('a line of CSV has the value that was last seen in each column, quoted where that is needed', () => {
  const form = { format: 'csv', columns: ['customerId', 'msisdn', 'tag'] } as const;
  expect(headLine(form)).toBe('profileId,umid,customerId,msisdn,tag');
  expect(memberLine(form, MEMBER)).toBe(`p-1,${MEMBER.umid},"new, ""quoted""",,t`);
});

test('a line of CSV holds nothing that a spreadsheet would run, and telephone numbers as they are', () => {
  const form = { format: 'csv', columns: ['customerId', 'msisdn'] } as const;
  const identifiers = [
    { name: 'customerId', value: '=cmd|calc,"x' },
    { name: 'msisdn', value: '+381601234567' },
  ];
  expect(memberLine(form, { ...MEMBER, identifiers })).toBe(
    `p-1,${MEMBER.umid},"'=cmd|calc,""x",+381601234567`,
  );
});

test('a line of NDJSON has all values, and nothing stands before the first', () => {
  const form = { format: 'ndjson', columns: [] } as const;
  expect(headLine(form)).toBeNull();
  expect(JSON.parse(memberLine(form, MEMBER))).toEqual({ ...MEMBER });
});
