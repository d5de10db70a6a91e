import { describe, expect, test } from 'vitest';
import {
  beforeLogin,
  CUSTOMER,
  emptyWorld,
  find,
  living,
  login,
  pointsOf,
  stored,
  umdidOf,
  umidOf,
  undo,
  visit,
  VISITOR,
} from './world.fake.ts';

describe('a device of the loser', () => {
  test('that was not seen since the merge is where it was', () => {
    const world = beforeLogin();
    visit(world, { device: 'c1', freshDevice: true, identifiers: { tag: 'mine' } });
    login(world);
    expect(pointsOf(world, 'c1')).toBe(CUSTOMER);
    undo(world, VISITOR);
    expect(pointsOf(world, 'c1')).toBe(VISITOR);
  });

  test('that had followed the merge goes back when it is next seen, at a later binding version', () => {
    const world = beforeLogin();
    login(world);
    const followed = world.devices.get(umdidOf('a1'))!;
    expect([followed.umid, followed.identifiedBy]).toEqual([CUSTOMER, 1]);
    undo(world, VISITOR);
    const { profile, device, type, row } = visit(world, { device: 'a1' });
    expect([profile.umid, type, row]).toEqual([VISITOR, 0, 'stay']);
    expect(device).toMatchObject({
      umid: VISITOR,
      identifiedBy: 0,
      bindingVersion: followed.bindingVersion + 1,
    });
    expect(device.trail).toEqual([]);
  });

  test('that was bound otherwise since stays there', () => {
    const world = beforeLogin();
    login(world);
    visit(world, { device: 'a1', identifiers: { customerId: '8' } });
    const other = pointsOf(world, 'a1');
    expect([VISITOR, CUSTOMER]).not.toContain(other);
    undo(world, VISITOR);
    expect(pointsOf(world, 'a1')).toBe(other);
  });

  test('that logs in with the survivor’s login after the unmerge is the survivor’s again', () => {
    const world = beforeLogin();
    login(world);
    undo(world, VISITOR);
    login(world);
    expect(living(world, VISITOR)?.umid).toBe(CUSTOMER);
    undo(world, CUSTOMER);
    expect(pointsOf(world, 'a1')).toBe(VISITOR);
  });

  test('that meets another customer after the unmerge is bound there for good', () => {
    const world = emptyWorld();
    visit(world, { device: 'b1', freshDevice: true, identifiers: { email: 'a@example.org' } });
    visit(world, { device: 'a1', freshDevice: true, identifiers: { customerId: '7' } });
    visit(world, { device: 'a1', identifiers: { email: 'a@example.org' } });
    expect(living(world, VISITOR)?.umid).toBe(CUSTOMER);
    visit(world, { device: 'b1', identifiers: { customerId: '7' } });
    undo(world, VISITOR);
    visit(world, { device: 'b1', identifiers: { customerId: '9' } });
    expect(stored(world, CUSTOMER).identifiers.map(({ value }) => value)).toEqual(['a@example.org', '9']);
    const { row } = visit(world, { device: 'a1', identifiers: { customerId: '9' } });
    expect(row).toBe('switch');
    expect(pointsOf(world, 'a1')).toBe(CUSTOMER);
  });

  test('that went over two merges goes back step by step, as well known as it was at each', () => {
    const world = emptyWorld();
    visit(world, { device: 'b1', freshDevice: true, identifiers: { email: 'b@example.org' } });
    visit(world, { device: 'c1', freshDevice: true, identifiers: { card: '1' } });
    visit(world, { device: 'a1', freshDevice: true });
    visit(world, { device: 'a1', identifiers: { card: '1' } });
    visit(world, { device: 'c1', identifiers: { email: 'b@example.org' } });
    expect(visit(world, { device: 'a1' }).profile.umid).toBe(CUSTOMER);
    expect(find(world, VISITOR)).toEqual({ kind: 'notNewest', newest: umidOf('c1') });
    undo(world, CUSTOMER);
    expect(visit(world, { device: 'a1' }).device).toMatchObject({ umid: umidOf('c1'), identifiedBy: 1 });
    undo(world, VISITOR);
    expect(visit(world, { device: 'a1' }).device).toMatchObject({
      umid: VISITOR,
      identifiedBy: 0,
      trail: [],
    });
  });
});
