import { describe, expect, test } from 'vitest';
import type { Profile } from '../model/profile.ts';
import { UNDO_JOURNALS } from '../merge/leave-redirect.ts';
import {
  beforeLogin,
  content,
  CUSTOMER,
  emptyWorld,
  find,
  living,
  login,
  pointsOf,
  stored,
  umidOf,
  undo,
  visit,
  VISITOR,
  type World,
} from './world.fake.ts';

const valuesOf = ({ identifiers }: Profile): readonly string[] =>
  identifiers.map(({ name, value }) => `${name}=${value}`);

describe('an unmerge', () => {
  test('gives back both sides field by field', () => {
    const world = beforeLogin();
    const [visitor, customer] = [stored(world, VISITOR), stored(world, CUSTOMER)];
    login(world);
    expect(stored(world, CUSTOMER)).toMatchObject({
      permissions: { P: { granted: true }, Q: { granted: true } },
      absorbed: [VISITOR],
    });
    undo(world, CUSTOMER);
    expect(content(stored(world, VISITOR))).toEqual(content(visitor));
    expect(content(stored(world, CUSTOMER))).toEqual(content(customer));
  });

  test('is an entry in both chains, each with where the other one stood; no entry is written anew', () => {
    const world = beforeLogin();
    const customer = stored(world, CUSTOMER);
    login(world);
    const heads = [stored(world, CUSTOMER).consentHead, living(world, VISITOR)!.consentHead];
    const [survivorHead] = heads;
    const before = [...world.consent];
    undo(world, VISITOR);
    expect(world.consent.slice(0, before.length)).toEqual(before);
    const [first, ...rest] = world.consent.slice(before.length);
    expect(first).toMatchObject({
      umid: CUSTOMER,
      sequence: survivorHead!.sequence + 1,
      source: 'unmerge',
      fact: { kind: 'unmerge', other: VISITOR, otherHead: { sequence: 2 }, undecided: ['Q'] },
    });
    expect(rest.map(({ umid, sequence, fact }) => [umid, sequence, fact])).toEqual([
      [
        CUSTOMER,
        survivorHead!.sequence + 2,
        {
          kind: 'permission',
          name: 'P',
          granted: false,
          identified: true,
          shownWith: [],
          decidedAt: customer.permissions['P']!.modifiedAt,
        },
      ],
      [VISITOR, 3, { kind: 'unmerge', other: CUSTOMER, otherHead: survivorHead, undecided: [] }],
    ]);
  });

  test('is reported for both sides, at versions that go on', () => {
    const world = beforeLogin();
    login(world);
    const [survivorVersion, redirectVersion] = [CUSTOMER, VISITOR].map(
      (umid) => world.profiles.get(umid)!.version,
    );
    const reported = world.changes.length;
    undo(world, VISITOR);
    expect(world.changes.slice(reported)).toEqual([
      expect.objectContaining({
        type: 'profile.unmerged',
        umid: CUSTOMER,
        profileVersion: survivorVersion! + 1,
        detail: { restored: VISITOR, everAbsorbed: [] },
      }),
      expect.objectContaining({
        type: 'consent.changed',
        umid: CUSTOMER,
        profileVersion: survivorVersion! + 1,
        detail: { permissions: { P: false } },
      }),
      expect.objectContaining({
        type: 'profile.unmerged',
        umid: VISITOR,
        profileVersion: redirectVersion! + 1,
        detail: { from: CUSTOMER, everAbsorbed: [] },
      }),
    ]);
    expect(new Set(world.changes.map(({ id }) => id)).size).toBe(world.changes.length);
  });

  test('brings to life a visitor whose first visit was still on its way', () => {
    const world = emptyWorld();
    visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7' } });
    login(world);
    expect(living(world, VISITOR)?.umid).toBe(CUSTOMER);
    const { restored } = undo(world, VISITOR);
    expect(restored).toMatchObject({ kind: 'profile', umid: VISITOR, state: 'visitor', identifiers: [] });
    expect(world.index.get(JSON.stringify(['profileId', restored.profileId]))).toBe(VISITOR);
    expect(pointsOf(world, 'a1')).toBe(VISITOR);
  });
});

describe('what came after the merge', () => {
  test('stays with the survivor: identifiers, grants, acknowledgements, the last sight', () => {
    const world = beforeLogin();
    login(world);
    const acknowledgement = { name: 'N', version: 1, uxvariant: null, permissions: ['P'], date: world.now };
    visit(world, {
      device: 'a1',
      identifiers: { email: 'later@example.org' },
      consent: { permissions: { Q: true }, acknowledgements: [acknowledgement] },
    });
    const merged = stored(world, CUSTOMER);
    undo(world, VISITOR);
    const [survivor, restored] = [stored(world, CUSTOMER), stored(world, VISITOR)];
    expect(valuesOf(survivor)).toEqual(['customerId=7', 'tag=theirs', 'email=later@example.org']);
    expect(valuesOf(restored)).toEqual(['tag=mine', 'mt2=line']);
    expect(survivor.permissions['Q']).toEqual(merged.permissions['Q']);
    expect(survivor.recentAcknowledgements).toEqual([acknowledgement]);
    expect([restored.acknowledged, restored.recentAcknowledgements]).toEqual([[], []]);
  });

  test('a withdrawal applies to both sides', () => {
    const world = beforeLogin();
    login(world);
    visit(world, { device: 'b1', consent: { permissions: { Q: false } } });
    const { modifiedAt } = stored(world, CUSTOMER).permissions['Q']!;
    undo(world, VISITOR);
    for (const umid of [CUSTOMER, VISITOR]) {
      expect(stored(world, umid).permissions['Q']).toMatchObject({ granted: false, modifiedAt });
    }
    expect(world.consent.at(-1)).toMatchObject({ umid: VISITOR, fact: { name: 'Q', granted: false } });
    expect(world.changes.at(-1)).toMatchObject({ umid: VISITOR, detail: { permissions: { Q: false } } });
  });

  test('a withdrawal applies to both sides where only the survivor was granted the permission again', () => {
    const world = beforeLogin();
    login(world);
    visit(world, { device: 'b1', consent: { permissions: { Q: false } } });
    visit(world, { device: 'b1', consent: { permissions: { Q: true } } });
    undo(world, VISITOR);
    expect(stored(world, CUSTOMER).permissions['Q']?.granted).toBe(true);
    expect(stored(world, VISITOR).permissions['Q']?.granted).toBe(false);
  });

  test('a withdrawal applies to everybody of a chain, the newest undone first', () => {
    const world = beforeLogin();
    login(world);
    visit(world, { device: 'c1', freshDevice: true, consent: { permissions: { Q: true } } });
    visit(world, { device: 'b1', consent: { permissions: { Q: false } } });
    visit(world, { device: 'b1', consent: { permissions: { Q: true } } });
    visit(world, { device: 'c1', identifiers: { customerId: '7' } });
    undo(world, CUSTOMER);
    expect(stored(world, umidOf('c1')).permissions['Q']?.granted).toBe(true);
    undo(world, CUSTOMER);
    expect(stored(world, VISITOR).permissions['Q']?.granted).toBe(false);
  });

  test('an identifier that the survivor lost by the merge comes back, unless another took its place', () => {
    const displaced = (later: Readonly<Record<string, string>>): readonly Profile[] => {
      const world = emptyWorld();
      visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7', deviceId: 'old' } });
      visit(world, { device: 'a1', freshDevice: true, identifiers: { deviceId: 'new' } });
      login(world);
      expect(valuesOf(stored(world, CUSTOMER))).toEqual(['customerId=7', 'deviceId=new']);
      if (Object.keys(later).length > 0) visit(world, { device: 'b1', identifiers: later });
      undo(world, VISITOR);
      for (const umid of [CUSTOMER, VISITOR]) mustOwnItsIdentifiers(world, stored(world, umid));
      return [stored(world, CUSTOMER), stored(world, VISITOR)];
    };
    const [survivor, restored] = displaced({});
    expect([valuesOf(survivor!), survivor!.formerIdentifiers]).toEqual([
      ['customerId=7', 'deviceId=old'],
      [],
    ]);
    expect(valuesOf(restored!)).toEqual(['deviceId=new']);
    const [later, back] = displaced({ customerId: '7', deviceId: 'third' });
    expect(valuesOf(later!)).toEqual(['customerId=7', 'deviceId=third']);
    expect(later!.formerIdentifiers).toMatchObject([{ value: 'old', reason: 'replaced' }]);
    expect(valuesOf(back!)).toEqual(['deviceId=new']);
  });

  test('an identifier that the loser lost by the merge goes back to it', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', freshDevice: true, identifiers: { deviceId: 'old' } });
    visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7', deviceId: 'new' } });
    login(world);
    expect(stored(world, CUSTOMER).formerIdentifiers).toMatchObject([{ value: 'old' }]);
    undo(world, VISITOR);
    expect(valuesOf(stored(world, VISITOR))).toEqual(['deviceId=old']);
    expect(stored(world, CUSTOMER).formerIdentifiers).toEqual([]);
    mustOwnItsIdentifiers(world, stored(world, VISITOR));
  });

  test('an identifier that somebody else has taken by now stays there, and in the history of whom it left', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', freshDevice: true, identifiers: { deviceId: 'old' } });
    visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7', deviceId: 'new' } });
    login(world);
    visit(world, { device: 'c1', freshDevice: true, identifiers: { deviceId: 'old' } });
    undo(world, VISITOR);
    expect(valuesOf(stored(world, VISITOR))).toEqual([]);
    expect(stored(world, VISITOR).formerIdentifiers).toMatchObject([{ name: 'deviceId', value: 'old' }]);
    expect(valuesOf(stored(world, umidOf('c1')))).toEqual(['deviceId=old']);
    mustOwnItsIdentifiers(world, stored(world, umidOf('c1')));
  });

  test('an identifier that came anew to the survivor stays there', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', freshDevice: true, identifiers: { deviceId: 'old' } });
    visit(world, { device: 'b1', freshDevice: true, identifiers: { customerId: '7', deviceId: 'new' } });
    login(world);
    visit(world, { device: 'b1', identifiers: { customerId: '7', deviceId: 'old' } });
    undo(world, VISITOR);
    expect(valuesOf(stored(world, CUSTOMER))).toEqual(['customerId=7', 'deviceId=old']);
    expect(valuesOf(stored(world, VISITOR))).toEqual([]);
  });

  test('a shared value stays with both where the survivor was seen with it since', () => {
    const world = beforeLogin();
    login(world);
    world.now += 120_000;
    visit(world, { device: 'b1', identifiers: { mt2: 'line' } });
    undo(world, VISITOR);
    expect(valuesOf(stored(world, CUSTOMER))).toContain('mt2=line');
    expect(valuesOf(stored(world, VISITOR))).toContain('mt2=line');
  });
});

describe('whose merge is undone', () => {
  test('a profile that absorbed nobody has nothing to undo', () => {
    const world = beforeLogin();
    expect(find(world, CUSTOMER)).toEqual({ kind: 'nothingToUndo', umid: CUSTOMER });
  });

  test('the newest comes first, by whichever umid it is asked for', () => {
    const world = beforeLogin();
    login(world);
    visit(world, { device: 'c1', freshDevice: true });
    visit(world, { device: 'c1', identifiers: { customerId: '7' } });
    expect(find(world, VISITOR)).toEqual({ kind: 'notNewest', newest: umidOf('c1') });
    for (const umid of [CUSTOMER, umidOf('c1')])
      expect(find(world, umid)).toMatchObject({ absorbed: umidOf('c1') });
    undo(world, umidOf('c1'));
    expect(find(world, VISITOR)).toMatchObject({ kind: 'undoable', absorbed: VISITOR });
  });

  test('the oldest of more than 100 merges loses its journal, and its umid answers all the same', () => {
    const world = beforeLogin();
    login(world);
    const later = Array.from({ length: UNDO_JOURNALS }, (_, index) => `c${(index + 16).toString(16)}`);
    for (const device of later) visit(world, { device, identifiers: { customerId: '7' } });
    expect(living(world, VISITOR)?.umid).toBe(CUSTOMER);
    expect(stored(world, CUSTOMER).absorbed).toHaveLength(UNDO_JOURNALS + 1);
    expect(stored(world, CUSTOMER).merges).toHaveLength(UNDO_JOURNALS);
    expect(find(world, VISITOR)).toEqual({ kind: 'journalDropped', umid: VISITOR });
    for (const device of later.toReversed()) expect(undo(world, CUSTOMER).restored.umid).toBe(umidOf(device));
    expect(find(world, CUSTOMER)).toEqual({ kind: 'journalDropped', umid: CUSTOMER });
    expect(stored(world, CUSTOMER).absorbed).toEqual([VISITOR]);
  });
});

/** Each identifier leads to the profile that lists it. */
const mustOwnItsIdentifiers = (world: World, profile: Profile): void => {
  for (const { name, value } of profile.identifiers) {
    if (name === 'mt2') continue;
    const owner = world.index.get(JSON.stringify([name, value]));
    expect(owner === undefined ? null : living(world, owner)?.umid).toBe(profile.umid);
  }
};
