import { describe, expect, test } from 'vitest';
import type { ChangeEvent, Umid } from '@kith/domain/identity';
import { decodeChange, encodeChange } from './change-envelope.ts';

const CHANGE: ChangeEvent = {
  id: 'b7a2:3:device:0',
  type: 'profile.merged',
  umid: '0f8fad5b-d9cb-469f-a165-70867728950e' as Umid,
  profileVersion: 3,
  at: Date.UTC(2026, 10, 21),
  detail: { absorbed: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] },
};
const encoded = encodeChange('demo', CHANGE);

describe('a record of a change', () => {
  test('is read as it was written', () => {
    expect(decodeChange(encoded)).toEqual({ account: 'demo', change: CHANGE });
  });

  test.each([
    ['no JSON', '{'],
    ['nothing of ours', '{}'],
    ['of a type that is not known', encoded.replace('profile.merged', 'profile.tickled')],
    ['of a type that every object has', encoded.replace('profile.merged', 'constructor')],
    ['about nobody', encoded.replace(CHANGE.umid, 'nobody')],
  ])('that is %s is no change', (_, text) => {
    expect(decodeChange(text)).toBeNull();
  });
});
