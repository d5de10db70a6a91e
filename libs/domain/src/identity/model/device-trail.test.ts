import { describe, expect, test } from 'vitest';
import { newVisitor } from '../draft/draft.ts';
import type { ProfileId, Umid } from './ids.ts';
import type { Device, DeviceStop } from './profile.ts';
import { umdidOf, umidOf } from '../unmerge/world.fake.ts';
import { boundTo, DEVICE_STOPS, isStrayed, settleDevice } from './device-trail.ts';

const [A, B, C] = [umidOf('a0'), umidOf('b0'), umidOf('c0')];

const profile = (umid: Umid, ...absorbed: readonly Umid[]) => ({
  ...newVisitor(umid, 'profile' as ProfileId, 'web', 0),
  absorbed,
});

const device = (umid: Umid, members: Partial<Device> = {}): Device => ({
  umdid: umdidOf('d0'),
  umid,
  identifiedBy: 0,
  bindingVersion: 1,
  firstSeen: 0,
  lastSeen: 0,
  retryKeys: [],
  ...members,
});

const stop = (umid: Umid, identifiedBy: DeviceStop['identifiedBy'] = 0): DeviceStop => ({
  umid,
  identifiedBy,
});

describe('the trail of a device', () => {
  test('begins at what the device was bound to, and is empty while no merge has led it on', () => {
    expect(boundTo(device(A))).toBe(A);
    expect(isStrayed(device(A), profile(B))).toBe(false);
    expect(boundTo(device(B, { trail: [stop(A)] }))).toBe(A);
  });

  test('grows by a stop with every merge, and keeps how well the device was known there', () => {
    const once = settleDevice(device(A, { identifiedBy: 2 }), profile(B, A));
    expect(once).toMatchObject({ umid: B, identifiedBy: 2, trail: [stop(A, 2)] });
    const twice = settleDevice({ ...once, identifiedBy: 1 }, profile(C, B, A));
    expect(twice).toMatchObject({ umid: C, identifiedBy: 1, trail: [stop(A, 2), stop(B, 1)] });
  });

  test('shortens by as many stops as merges were undone, in one step or in several', () => {
    const led = device(C, { identifiedBy: 1, trail: [stop(A, 2), stop(B, 1)] });
    expect(isStrayed(led, profile(C))).toBe(true);
    const back = settleDevice(led, profile(B, A));
    expect(back).toMatchObject({ umid: B, identifiedBy: 1, trail: [stop(A, 2)] });
    for (const from of [led, back]) {
      expect(settleDevice(from, profile(A))).toMatchObject({ umid: A, identifiedBy: 2, trail: [] });
    }
  });

  test('leads on where what the device was bound to was merged elsewhere in the meantime', () => {
    const led = device(C, { identifiedBy: 1, trail: [stop(A, 2)] });
    expect(settleDevice(led, profile(B, A))).toMatchObject({ umid: B, identifiedBy: 2, trail: [stop(A, 2)] });
  });

  test('of a device that is where it belongs stays as it is', () => {
    const led = device(B, { trail: [stop(A)] });
    expect(settleDevice(led, profile(B, A))).toBe(led);
    expect(isStrayed(led, profile(B, A))).toBe(false);
  });

  test('keeps its first stop and its last ones, however many merges there were', () => {
    const umids = Array.from({ length: 2 * DEVICE_STOPS }, (_, index) => umidOf(`f${index.toString(16)}`));
    const led = umids.reduce<Device>((before, umid, index) => {
      return settleDevice(before, profile(umid, A, ...umids.slice(0, index)));
    }, device(A));
    expect(led.trail).toHaveLength(DEVICE_STOPS);
    expect(led.trail?.map(({ umid }) => umid)).toEqual([A, ...umids.slice(-DEVICE_STOPS, -1)]);
    expect(settleDevice(led, profile(umids[2]!, A, umids[0]!, umids[1]!))).toMatchObject({ umid: umids[2] });
  });
});
