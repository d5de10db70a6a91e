import { connect, isIP, Socket, type LookupFunction } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** Where connections may go, decided for the very address when one is made. */
export interface AddressGuard {
  /** Finds the addresses of a name, and gives only those that are permitted. */
  readonly lookup: LookupFunction;
  isPermitted(address: string): boolean;
}

const KEEP_ALIVE_MS = 60_000;

/**
 * Connections as the driver makes them, to permitted addresses only. Brokers say themselves where the others are: without
 * this, somebody else's broker could send a client to any host of the operator's own network.
 */
export const guardedSockets =
  ({ lookup, isPermitted }: AddressGuard): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    if (isIP(host) !== 0 && !isPermitted(host)) return refused();
    const place = { host, port, lookup };
    const name = isIP(host) === 0 ? { servername: host } : {};
    // The driver's types have it always; without TLS it is null or absent.
    const isSecure = Boolean(ssl as unknown);
    const socket = isSecure
      ? connectSecurely({ ...place, ...name, ...ssl }, onConnect)
      : connect(place, onConnect);
    return socket.setKeepAlive(true, KEEP_ALIVE_MS);
  };

const refused = (): Socket => {
  const socket = new Socket();
  const error = new Error('the address is not one that calls may go to');
  setImmediate(() => socket.destroy(error));
  return socket;
};
