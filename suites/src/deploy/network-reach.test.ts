import { describe, expect, test } from 'vitest';
import type { NetworkPolicy } from './manifest.ts';
import { mayBeReachedBy, mayReach } from './network-reach.ts';

const redis = { namespaceSelector: { matchLabels: { role: 'redis' } } };
const edge = { app: 'edge' };
const http = { name: 'http', containerPort: 8081 };
const policy = (spec: Partial<NetworkPolicy['spec']>): NetworkPolicy => ({
  kind: 'NetworkPolicy',
  metadata: { name: 'policy' },
  spec: { podSelector: {}, policyTypes: ['Egress', 'Ingress'], ...spec },
});

describe('the reach of a pod', () => {
  test('a pod that no policy selects reaches everybody', () => {
    const other = policy({ podSelector: { matchLabels: { app: 'other' } } });
    expect(mayReach([other], edge, 27017)).toEqual([undefined]);
    expect(mayBeReachedBy([other], edge, http)).toEqual([undefined]);
  });

  test('a policy without rules leaves nobody', () => {
    expect(mayReach([policy({})], edge, 27017)).toEqual([]);
    expect(mayBeReachedBy([policy({})], edge, http)).toEqual([]);
  });

  test('policies add up, and a rule counts for its ports alone', () => {
    const rule = policy({ egress: [{ to: [redis], ports: [{ port: 6379 }] }] });
    expect(mayReach([policy({}), rule], edge, 6379)).toEqual([redis]);
    expect(mayReach([policy({}), rule], edge, 27017)).toEqual([]);
  });

  test('whoever may send to a port may call it by its number or by its name', () => {
    const rule = (port: number | string) => policy({ ingress: [{ from: [redis], ports: [{ port }] }] });
    expect(mayBeReachedBy([rule(8081)], edge, http)).toEqual([redis]);
    expect(mayBeReachedBy([rule('http')], edge, http)).toEqual([redis]);
    expect(mayBeReachedBy([rule('management')], edge, http)).toEqual([]);
  });

  test('a rule without ports, a range and a named port reach what they may cover', () => {
    expect(mayReach([policy({ egress: [{ to: [redis] }] })], edge, 27017)).toEqual([redis]);
    expect(mayReach([policy({ egress: [{ ports: [{ port: 1, endPort: 65535 }] }] })], edge, 27017)).toEqual([
      undefined,
    ]);
    expect(
      mayReach([policy({ egress: [{ to: [redis], ports: [{ port: 'store' }] }] })], edge, 27017),
    ).toEqual([redis]);
  });
});
