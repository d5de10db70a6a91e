import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from '../kit/listen.ts';

/** An issuer of access tokens that the tests hold themselves. */
export type OwnIssuer = {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly token: (account: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const kid = 'key-of-the-tests';

export const startOwnIssuer = async (): Promise<OwnIssuer> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }];
  const answer = JSON.stringify({ keys });
  const { url: issuer, close } = await listen((_request, response) => response.end(answer));
  return {
    jwksUrl: `${issuer}/.well-known/jwks.json`,
    issuer,
    token: (account) =>
      new SignJWT({ account })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setAudience('kith-graphql')
        .setSubject('an analyst')
        .setExpirationTime('1h')
        .sign(privateKey),
    close,
  };
};
