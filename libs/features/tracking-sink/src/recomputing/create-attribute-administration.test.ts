import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { anAccount, aProfile, scopeOf } from '@kith/testing';
import { createAttributeAdministration } from './create-attribute-administration.ts';

const umidOf = (digit: number): Umid => `${digit}0000000-0000-4000-8000-000000000000` as Umid;
const [HOME, WORK, OTHER, NOBODY] = [umidOf(4), umidOf(2), umidOf(3), umidOf(9)];

/** HOME and WORK are one person, who lives under HOME. */
const PEOPLE = new Map([
  [HOME, aProfile({ umid: HOME, absorbed: [WORK] })],
  [WORK, aProfile({ umid: HOME, absorbed: [WORK] })],
  [OTHER, aProfile({ umid: OTHER })],
]);

const administrationOf = () => {
  const account = anAccount();
  const looked: Umid[] = [];
  const { recompute } = createAttributeAdministration({
    profiles: {
      load: async (_scope, { umids = [] }) => ({
        device: null,
        current: null,
        profiles: umids.flatMap((umid) => {
          const profile = PEOPLE.get(umid);
          return profile === undefined ? [] : [{ umid, profile }];
        }),
        owners: [],
        holders: [],
      }),
    },
    recounts: {
      activeUmids: async () => [],
      look: async (_scope, { umid }) => {
        looked.push(umid);
        return null;
      },
      replace: async () => true,
    },
    rulesOf: () => account,
    clock: () => 0,
    umidsAtOnce: 2,
  });
  const recomputed = (...umids: readonly Umid[]) => recompute(scopeOf(account.name), { umids, cursor: null });
  return { looked, recomputed };
};

describe('the persons who live under some umids', () => {
  test('are recomputed once each, however many of the umids are theirs', async () => {
    const { looked, recomputed } = administrationOf();
    expect(await recomputed(WORK, HOME, OTHER)).toMatchObject({ kind: 'recomputed', umids: 3, next: null });
    expect(looked).toEqual([WORK, OTHER, HOME]);
  });

  test('are left alone where nobody lives under one of the umids', async () => {
    const { looked, recomputed } = administrationOf();
    expect(await recomputed(HOME, OTHER, NOBODY)).toEqual({ kind: 'unknown', umids: [NOBODY] });
    expect(looked).toEqual([]);
  });
});
