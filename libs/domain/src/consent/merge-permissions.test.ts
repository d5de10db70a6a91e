import { describe, expect, test } from 'vitest';
import type { PermissionState } from './consent.ts';
import { mergePermissions } from './merge-permissions.ts';

const decided = (granted: boolean, modifiedAt: number, identified = false): PermissionState => ({
  granted,
  modifiedAt,
  identified,
});

describe('the permissions of two profiles that become one', () => {
  test.each(['latest', 'identifiedWithdrawalWins'] as const)(
    'a tie between true and false goes to false, in either order (%s)',
    (rule) => {
      const [yes, no] = [{ OPT: decided(true, 1) }, { OPT: decided(false, 1) }];
      expect(mergePermissions(rule, yes, no)).toEqual(no);
      expect(mergePermissions(rule, no, yes)).toEqual(no);
    },
  );

  test.each(['latest', 'identifiedWithdrawalWins'] as const)(
    'it does not matter which of them survives, whatever they remember (%s)',
    (rule) => {
      const states = [1, 2].flatMap((modifiedAt) =>
        [true, false].flatMap((granted) =>
          [true, false].flatMap((identified) => [
            decided(granted, modifiedAt, identified),
            { ...decided(granted, modifiedAt, identified), withdrawnAt: 0 },
            { ...decided(granted, modifiedAt, identified), withdrawnAt: -1 },
          ]),
        ),
      );
      for (const a of states) {
        for (const b of states) {
          const [one, other] = [{ OPT: a }, { OPT: b }];
          expect(mergePermissions(rule, one, other)).toEqual(mergePermissions(rule, other, one));
        }
      }
    },
  );

  test('what only one of them has decided stays', () => {
    const [a, b] = [{ A: decided(true, 1) }, { B: decided(false, 2) }];
    expect(mergePermissions('latest', a, b)).toEqual({ ...a, ...b });
  });

  test('a later grant of the customer overrides an identified withdrawal, one of a visitor does not', () => {
    const withdrawal = { OPT: decided(false, 1, true) };
    const grant = (identified: boolean) => ({ OPT: decided(true, 2, identified) });
    const merged = (identified: boolean) =>
      mergePermissions('identifiedWithdrawalWins', grant(identified), withdrawal);
    expect(merged(true)).toEqual(grant(true));
    expect(merged(false)).toEqual(withdrawal);
    expect(mergePermissions('latest', grant(false), withdrawal)).toEqual(grant(false));
  });
});
