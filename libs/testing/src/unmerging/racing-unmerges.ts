import { describe, expect, test } from 'vitest';
import type { Umid, Profile } from '@kith/domain/identity';
import { manyOf } from '../builders/ids.ts';
import { openCompany, type Company } from './company.ts';
import type { UnmergingStage } from './stage.ts';

/** Unmerges that meet requests, and each other. */
export const describeRacingUnmerges = (stage: () => UnmergingStage): void => {
  describe('unmerges that race', () => {
    test('with visits of both sides end as some order of them would', async () => {
      const company = openCompany(stage());
      const [laptop, phone] = [company.newDevice(), company.newDevice()];
      await company.visit(laptop, { identifiers: { customerId: '7' } });
      await company.visit(phone, { identifiers: { deviceId: 'p' } });
      await company.visit(phone, { identifiers: { customerId: '7' } });
      const others = manyOf(8, company.newDevice);
      await Promise.all([
        ...others.map((device, index) =>
          company.visit(device, {
            identifiers: index % 2 === 0 ? { customerId: '7', card: `c${index}` } : { deviceId: 'p' },
          }),
        ),
        company.unmerge(phone.umid).then(({ kind }) => expect(['unmerged', 'notNewest']).toContain(kind)),
        company.visit(phone, { permissions: { P: false } }),
      ]);
      await mustBeSound(stage(), company, [laptop.umid, phone.umid, ...others.map(({ umid }) => umid)]);
    });

    test('with each other undo each merge once', async () => {
      const company = openCompany(stage());
      const [laptop, ...phones] = manyOf(5, company.newDevice);
      await company.visit(laptop!, { identifiers: { customerId: '7' } });
      for (const phone of phones) {
        await company.visit(phone);
        await company.visit(phone, { identifiers: { customerId: '7' } });
      }
      const outcomes = await Promise.all(manyOf(6, () => company.unmerge(laptop!.umid)));
      const restored = outcomes.flatMap((one) => (one.kind === 'unmerged' ? [one.restored] : []));
      expect(restored.toSorted()).toEqual(phones.map(({ umid }) => umid).toSorted());
      expect(outcomes.filter(({ kind }) => kind === 'nothingToUndo')).toHaveLength(2);
    });
  });
};

/** No identifier on two profiles, none lost, and every umid with the profile that says that it absorbed it. */
const mustBeSound = async (
  { profiles }: UnmergingStage,
  { scope }: Company,
  umids: readonly Umid[],
): Promise<void> => {
  const loaded = await profiles.load(scope, { umids });
  const living = new Map<Umid, Profile>(loaded.profiles.map(({ profile }) => [profile.umid, profile]));
  for (const { umid, profile } of loaded.profiles)
    expect([profile.umid, ...profile.absorbed]).toContain(umid);
  for (const profile of living.values()) {
    const { owners } = await profiles.load(scope, { identifiers: profile.identifiers });
    expect(owners.map((owner) => owner.profile.umid)).toEqual(profile.identifiers.map(() => profile.umid));
  }
  const held = [...living.values()].flatMap(({ identifiers }) =>
    identifiers.map(({ name, value }) => `${name}=${value}`),
  );
  expect(new Set(held).size).toBe(held.length);
};
