import { describe, expect, test } from 'vitest';
import { Problem } from '@kith/platform';
import { createAccessCheck } from './pipeline-secrets.ts';

const check = createAccessCheck(['the first key', 'second-key', 'third-key']);

const challengeFor = (authorization: string | undefined): unknown => {
  try {
    check(authorization);
    return 'granted';
  } catch (error) {
    return error instanceof Problem && error.status === 401 ? error.headers['WWW-Authenticate'] : error;
  }
};

describe('a pipeline that asks for a key', () => {
  test.each(['Bearer second-key', 'bearer third-key', 'BEARER  second-key'])('takes %j', (authorization) => {
    expect(challengeFor(authorization)).toBe('granted');
  });

  test('asks a caller without a key plainly for one', () => {
    expect(challengeFor(undefined)).toBe('Bearer');
  });

  test.each(['Bearer second-ke', 'Bearer second-keys', 'Bearer', 'Basic second-key', 'second-key', ''])(
    'tells %j that it will not do',
    (authorization) => {
      expect(challengeFor(authorization)).toBe('Bearer error="invalid_token"');
    },
  );
});
