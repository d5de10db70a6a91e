import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

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
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
