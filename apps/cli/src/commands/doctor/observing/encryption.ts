import { isIP, type Socket } from 'node:net';
import { connect, rootCertificates, TLSSocket, type ConnectionOptions } from 'node:tls';

/** Where and with what trust a host is asked. */
export interface AskingOptions {
  readonly origin: URL;
  /** Asked in the place of what the name leads to. */
  readonly connectTo?: { readonly host: string; readonly port: number } | undefined;
  /** Authorities to trust beside those of Node, in PEM. */
  readonly ca?: readonly string[] | undefined;
}

/** The protocol of a TLS connection, and how its certificate stands. */
export interface Encryption {
  /** The version of TLS, such as `TLSv1.3`. */
  readonly protocol: string;
  /** Why no browser trusts the certificate; null where they do. */
  readonly distrusted: string | null;
  /** When the certificate ends, in epoch milliseconds; null where it does not say. */
  readonly validTo: number | null;
}

/** The TLS of a connection; null where it has none. */
export const encryptionOf = (socket: Socket): Encryption | null => {
  if (!(socket instanceof TLSSocket)) return null;
  const { authorized, authorizationError: error } = socket;
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    distrusted: authorized ? null : String((error as Error | string | undefined) ?? 'it is not trusted'),
    validTo: Number.isNaN(ends) ? null : ends,
  };
};

/** The host to connect to: addresses of IPv6 stand in brackets in URLs alone. */
export const hostIn = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '');

/** The name that a handshake asks for; none where the host is an address. */
export const handshakeName = (origin: Pick<URL, 'hostname'>): string =>
  isIP(hostIn(origin)) === 0 ? hostIn(origin) : '';

/** The authorities of Node and these. */
export const trusting = (pem: string): readonly string[] => [...rootCertificates, pem];

/** How long an old handshake is waited for, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Whether the host still speaks TLS 1.0 or 1.1, which no browser does any more. */
export const speaksOldTls = ({ origin, connectTo }: AskingOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const options: ConnectionOptions = {
      host: connectTo?.host ?? hostIn(origin),
      port: connectTo?.port ?? Number(origin.port || 443),
      servername: handshakeName(origin),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // OpenSSL speaks them at its lowest level only.
      ciphers: 'DEFAULT@SECLEVEL=0',
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    };
    const socket = connect(options);
    const end = (speaks: boolean) => (): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.on('secureConnect', end(true)).on('error', end(false)).on('timeout', end(false));
  });
