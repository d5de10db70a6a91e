import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { reachOf } from './reach-of.ts';

/** Finds the addresses of a name. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The address that a call would go to is not open to it. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** Whether a call may go to an address. */
export const isPermitted = (address: string, allowPrivate: boolean): boolean => {
  const reach = reachOf(address);
  return reach === 'public' || (allowPrivate && reach === 'private');
};

/** Where connections that this adapter does not make may go: decided for the very address that one is made to. */
export interface AddressGuard {
  /** Gives of a name only the addresses that are permitted. */
  readonly lookup: LookupFunction;
  isPermitted(address: string): boolean;
}

/** The guard of a system outside, by the system's own look-up. */
export const addressGuard = (allowPrivate: boolean): AddressGuard => ({
  lookup: permittedAddresses(systemLookUp, allowPrivate),
  isPermitted: (address) => isPermitted(address, allowPrivate),
});

/** The system's own way, with its hosts file and search domains. */
export const systemLookUp: LookUp = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });

/** Those who ask for a name while it is being looked up share the answer: it cannot be given up, and holds a thread. */
export const sharedLookUp = (lookUp: LookUp): LookUp => {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const asked = lookUp(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, asked);
    return asked;
  };
};

/**
 * What a new connection asks for its addresses: it is made to one of those given here and to no other, so that a name
 * which is answered otherwise a moment later leads nowhere else.
 */
export const permittedAddresses =
  (lookUp: LookUp, allowPrivate: boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    lookUp(hostname).then(
      (found) => {
        const [first, ...others] = found.filter(({ address }) => isPermitted(address, allowPrivate));
        if (first === undefined) callback(new RefusedAddress(), []);
        else if (all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('no address'), []),
    );
  };
