import { describe, expect, test } from 'vitest';
import { emptyWorld, keyOf, living, visit, type World } from '../unmerge/world.fake.ts';
import { importLine } from './import-line.fake.ts';

const id = (name: string, value: string) => ({ name, value });
const ownerOf = (world: World, name: string, value: string) => {
  const umid = world.index.get(keyOf({ name, value }));
  return umid === undefined ? null : living(world, umid);
};
const grantAt = (modifiedAt: number, granted = true) => [{ name: 'P', granted, modifiedAt }];

describe('a line of an import', () => {
  test('that names a login which nobody has makes a customer, and no device', () => {
    const world = emptyWorld();
    expect(importLine(world, [id('customerId', '1')], grantAt(5))).toMatchObject({ fates: ['taken'] });
    expect(ownerOf(world, 'customerId', '1')).toMatchObject({
      state: 'customer',
      source: 'import',
      permissions: { P: { granted: true, modifiedAt: 5, identified: true } },
    });
    expect(world.devices.size).toBe(0);
    expect(world.changes.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['profile.created', 'profile.linked', 'profile.upgraded', 'consent.changed']),
    );
  });

  test('that names only a device identifier or a profileId which nobody has is refused', () => {
    const world = emptyWorld();
    expect(importLine(world, [id('tag', '1')], grantAt(5))).toEqual({ kind: 'nobody' });
    expect(importLine(world, [id('profileId', '1')], grantAt(5))).toEqual({ kind: 'nobody' });
    expect(world.profiles.size).toBe(0);
  });

  test('older than a live withdrawal never grants, and stands in the history', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', identifiers: { customerId: '1' }, consent: { permissions: { P: false } } });
    const { permissions, consentHead } = ownerOf(world, 'customerId', '1')!;
    expect(
      importLine(world, [id('customerId', '1')], grantAt(permissions['P']!.modifiedAt - 1)),
    ).toMatchObject({ fates: ['outdated'] });
    const after = ownerOf(world, 'customerId', '1')!;
    expect(after.permissions).toEqual(permissions);
    expect(after.consentHead?.sequence).toBe(consentHead!.sequence + 1);
    expect(world.consent.at(-1)).toMatchObject({
      source: 'import',
      fact: { kind: 'outdated', name: 'P', granted: true },
    });
  });

  test('at the same time as what is stored does not win', () => {
    const world = emptyWorld();
    importLine(world, [id('customerId', '1')], grantAt(5, false));
    expect(importLine(world, [id('customerId', '1')], grantAt(5, true))).toMatchObject({
      fates: ['outdated'],
    });
    expect(ownerOf(world, 'customerId', '1')?.permissions['P']?.granted).toBe(false);
  });

  test('that lies in the future by a difference of clocks gives way to a live change after it', () => {
    const world = emptyWorld();
    importLine(world, [id('customerId', '1')], grantAt(world.now + 200_000));
    visit(world, { device: 'a1', identifiers: { customerId: '1' }, consent: { permissions: { P: false } } });
    expect(ownerOf(world, 'customerId', '1')?.permissions['P']?.granted).toBe(false);
  });

  test('that comes twice writes nothing the second time, not even a time of a last sight', () => {
    const world = emptyWorld();
    const line = [id('customerId', '1'), id('email', 'e'), id('tag', 't')];
    importLine(world, line);
    world.now += 24 * 3_600_000;
    const [before, changes] = [JSON.stringify([...world.profiles]), world.changes.length];
    importLine(world, line);
    expect(JSON.stringify([...world.profiles])).toBe(before);
    expect(world.changes).toHaveLength(changes);
  });

  test('brings identifiers together as a request would', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', identifiers: { tag: 't' } });
    visit(world, { device: 'b1', identifiers: { email: 'e' } });
    importLine(world, [id('email', 'e'), id('tag', 't'), id('card', 'k')]);
    const person = ownerOf(world, 'email', 'e')!;
    expect(ownerOf(world, 'tag', 't')?.umid).toBe(person.umid);
    expect(ownerOf(world, 'card', 'k')?.umid).toBe(person.umid);
    expect(person.absorbed).toHaveLength(1);
  });

  test('merges two customers only where an identifier allows it', () => {
    const world = emptyWorld();
    visit(world, { device: 'a1', identifiers: { customerId: '1' } });
    visit(world, { device: 'b1', identifiers: { email: 'e' } });
    expect(importLine(world, [id('customerId', '1'), id('email', 'e')])).toMatchObject({ kind: 'decided' });
    expect(ownerOf(world, 'email', 'e')?.umid).toBe(ownerOf(world, 'customerId', '1')?.umid);
  });

  test.each([
    ['somebody else has an identifier', [id('customerId', '1'), id('email', 'e2')], 'email'],
    ['the person has another value', [id('customerId', '1'), id('email', 'new')], 'email'],
    ['it would replace a weaker one', [id('customerId', '1'), id('deviceId', 'other')], 'deviceId'],
  ])('is refused whole where %s', (_why, line, identifier) => {
    const world = emptyWorld();
    visit(world, { device: 'a1', identifiers: { customerId: '1', email: 'e1', deviceId: 'd' } });
    visit(world, { device: 'b1', identifiers: { customerId: '2', email: 'e2' } });
    const before = JSON.stringify([[...world.profiles], [...world.index], world.changes]);
    expect(importLine(world, [...line, id('card', 'k')])).toEqual({ kind: 'conflict', identifier });
    expect(JSON.stringify([[...world.profiles], [...world.index], world.changes])).toBe(before);
  });
});
