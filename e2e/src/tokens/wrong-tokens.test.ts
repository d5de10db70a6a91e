import { createHmac, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWK,
} from 'jose';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';

type Keys = { readonly keys: readonly JWK[] };

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('at /graphql a token opens nothing', () => {
  let standalone: Standalone;
  let good: string;
  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startStandalone();
    endings.push(() => standalone.stop());
    good = await fetchAccessToken(standalone.url);
  });

  const claims = () => decodeJwt(good);
  const kid = (): string => decodeProtectedHeader(good).kid ?? '';

  /** Signed with a key of another issuer's, who calls it by the name of ours. */
  const foreign = async (changes: object = {}): Promise<string> => {
    const { privateKey } = await generateKeyPair('ES256');
    return new SignJWT({ ...claims(), ...changes })
      .setProtectedHeader({ alg: 'ES256', kid: kid() })
      .sign(privateKey);
  };
  /** Keyed with the published key, which everybody has. */
  const confused = async (): Promise<string> => {
    const { keys } = (await send(standalone.url, '/.well-known/jwks.json')).json() as Keys;
    const pem = createPublicKey({ key: { ...keys[0] }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const input = `${encoded({ alg: 'HS256', typ: 'JWT', kid: kid() })}.${encoded(claims())}`;
    return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
  };
  const altered = (): string => {
    const [header = '', , signature = ''] = good.split('.');
    return `${header}.${encoded({ ...claims(), account: 'other' })}.${signature}`;
  };

  test.each<[string, () => string | Promise<string>]>([
    ['with algorithm none', () => new UnsecuredJWT(claims()).encode()],
    [
      'with algorithm none and the name of our key',
      () => `${encoded({ alg: 'none', kid: kid() })}.${encoded(claims())}.`,
    ],
    ['with HS256, keyed with our public key', confused],
    ['with altered claims', altered],
    ['with the signature cut off', () => good.slice(0, good.lastIndexOf('.') + 1)],
    ["with a foreign issuer's signature", () => foreign()],
    ["with a foreign issuer's name and signature", () => foreign({ iss: 'https://elsewhere.example' })],
    [
      'that brings its own key',
      async () => {
        const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
        const jwk = await exportJWK(publicKey);
        return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
      },
    ],
  ])('%s', async (_, make) => {
    const answer = await postGraphql(standalone.url, await make(), '{ __typename }');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect((await postGraphql(standalone.url, good, '{ __typename }')).status).toBe(200);
  });

  test('once it has expired', async () => {
    const short = await startStandalone({ env: { ACCESS_TOKEN_TTL: '1' } });
    const token = await fetchAccessToken(short.url);
    const refused = await eventually(
      () => postGraphql(short.url, token, '{ __typename }'),
      ({ status }) => status !== 200,
    );
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    await short.stop();
  });
});
