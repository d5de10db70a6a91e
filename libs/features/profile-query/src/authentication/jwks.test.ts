import { expect, test } from 'vitest';
import { createIssuer } from '../issuer.fake.ts';
import { parseJwks } from './jwks.ts';

test('keys of other kinds and uses are passed over', () => {
  const [key] = createIssuer('good').jwks.keys;
  const keys = [
    { ...key, kid: 'good' },
    { ...key, kid: 'encryption', use: 'enc' },
    { ...key, kid: 'other algorithm', alg: 'RS512' },
    { ...key, kid: undefined },
    { kty: 'oct', kid: 'secret', k: 'AAAA' },
    { kty: 'EC', kid: 'curve', crv: 'P-256' },
  ];
  expect([...parseJwks({ keys }).keys()]).toEqual(['good']);
});
