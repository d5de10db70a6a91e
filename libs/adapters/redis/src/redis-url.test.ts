import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from './redis-url.ts';

const PLAIN = { isCluster: false, username: null, password: null, tls: false, database: 0 };

describe('the URL of a Redis', () => {
  test.each([
    ['redis://localhost', { ...PLAIN, nodes: [{ host: 'localhost', port: 6379 }] }],
    ['redis://10.0.0.1:7000/3', { ...PLAIN, nodes: [{ host: '10.0.0.1', port: 7000 }], database: 3 }],
    ['redis://[::1]:7000/', { ...PLAIN, nodes: [{ host: '::1', port: 7000 }] }],
    [
      'rediss://kith:p%40ss:word@cache.example',
      {
        ...PLAIN,
        nodes: [{ host: 'cache.example', port: 6379 }],
        username: 'kith',
        password: 'p@ss:word',
        tls: true,
      },
    ],
    ['redis://:secret@cache', { ...PLAIN, nodes: [{ host: 'cache', port: 6379 }], password: 'secret' }],
    [
      'rediss+cluster://:secret@a:1,b',
      {
        ...PLAIN,
        isCluster: true,
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 6379 },
        ],
        password: 'secret',
        tls: true,
      },
    ],
  ])('%s is understood', (url, place) => {
    expect(parseRedisUrl(url)).toEqual(place);
  });

  test.each([
    '',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://a,b',
    'redis://a:port',
    'redis://a/x',
  ])('%j is refused', (url) => {
    expect(() => parseRedisUrl(url)).toThrow(TypeError);
  });

  test('that is refused is not repeated, as it may hold a password', () => {
    expect(() => parseRedisUrl('redis://kith:secret@a,b')).toThrow(
      expect.not.objectContaining({ message: /secret/ }),
    );
  });
});
