import { lookup, resolveCname } from 'node:dns/promises';

/** What DNS has for the endpoint's host and for the website's. */
export interface Names {
  /** Addresses of the endpoint's host. */
  readonly addresses: readonly string[];
  /** The host that it is an alias of, if any. */
  readonly alias: string | null;
  /** Addresses of the website's host. */
  readonly siteAddresses: readonly string[];
}

/** Looks the hosts up as this machine does. */
export const lookUp = async (host: string, siteHost: string): Promise<Names> => {
  const [addresses, alias, siteAddresses] = await Promise.all([
    addressesOf(host),
    aliasOf(host),
    addressesOf(siteHost),
  ]);
  return { addresses, alias, siteAddresses };
};

const addressesOf = async (host: string): Promise<readonly string[]> => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

const aliasOf = async (host: string): Promise<string | null> => {
  try {
    return (await resolveCname(host))[0] ?? null;
  } catch {
    return null;
  }
};
