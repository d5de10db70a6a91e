import { expect, test } from 'vitest';
import { createIssuer } from '../issuer.fake.ts';
import { parseJwks } from './jwks.ts';

test('keys of other kinds and uses are passed over', () => {
  const [key] = createIssuer('good').jwks.keys;
  const [rsa] = createIssuer('good', { algorithm: 'RS256' }).jwks.keys;
  const keys = [
    { ...key, kid: 'good' },
    { ...key, kid: 'says no algorithm', alg: undefined },
    { ...rsa, kid: 'RSA' },
    { ...key, kid: 'another curve', crv: 'P-384' },
    { ...key, kid: "RSA's algorithm", alg: 'RS256' },
    { ...rsa, kid: "the curve's algorithm", alg: 'ES256' },
    { ...key, kid: 'encryption', use: 'enc' },
    { ...key, kid: 'other algorithm', alg: 'RS512' },
    { ...key, kid: undefined },
    { kty: 'oct', kid: 'secret', k: 'AAAA' },
    { kty: 'EC', kid: 'curve', crv: 'P-256' },
  ];
  const algorithms = Array.from(parseJwks({ keys }), ([kid, { algorithm }]) => [kid, algorithm]);
  expect(algorithms).toEqual([
    ['good', 'ES256'],
    ['says no algorithm', 'ES256'],
    ['RSA', 'RS256'],
  ]);
});
