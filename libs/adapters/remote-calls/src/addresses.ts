import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Where a process listens. */
export interface Address {
  /** An IP address. */
  readonly host: string;
  readonly port: number;
  /** How the setting names it, as `Host` says it. */
  readonly authority: string;
}

/** Finds all IP addresses of a name; rejects where there is none. */
export type LookUp = (name: string) => Promise<readonly string[]>;

/** As the system finds them, `/etc/hosts` included; behind a headless Service one for each pod. */
export const lookUpByName: LookUp = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

export interface AddressesDeps {
  /** With an IP address or a name each. */
  readonly urls: readonly string[];
  readonly lookUp: LookUp;
  /** Hears of all addresses whenever they have been looked up. */
  readonly onFound: (addresses: readonly Address[]) => void;
}

/** Addresses behind URLs, of which names are looked up again and again. */
export interface Addresses {
  /** Looks for those that are not known yet; rejects where a name has none. */
  find(): Promise<void>;
  close(): void;
}

/** How often names are looked up, in milliseconds: the longest that nobody knows of a new replica. */
const LOOK_UP_MS = 3_000;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Begins at once. A name that cannot be looked up keeps the addresses that it had. */
export const followAddresses = ({ urls, lookUp, onFound }: AddressesDeps): Addresses => {
  const known = new Map<string, readonly Address[]>();
  const findOne = async (url: string): Promise<void> => {
    const { protocol, hostname, port, host: authority } = new URL(url);
    const hosts = await hostsOf(hostname, lookUp);
    const toAddress = (host: string): Address => ({
      host,
      port: Number(port) || DEFAULT_PORTS[protocol]!,
      authority,
    });
    known.set(url, hosts.map(toAddress));
  };
  const findAll = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(urls.map(findOne));
    onFound([...known.values()].flat());
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (known.size === 0 && failed?.status === 'rejected') throw failed.reason;
  };
  let finding: Promise<void> | null = null;
  const find = (): Promise<void> =>
    (finding ??= findAll().finally(() => {
      finding = null;
    }));
  const again = (): void => void find().catch(() => undefined);
  const timer = urls.every(isLiteral) ? undefined : setInterval(again, LOOK_UP_MS).unref();
  again();
  return { find, close: () => clearInterval(timer) };
};

/** `[::1]` is an address, too. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const isLiteral = (url: string): boolean => isIP(bare(new URL(url).hostname)) !== 0;

const hostsOf = async (hostname: string, lookUp: LookUp): Promise<readonly string[]> =>
  isIP(bare(hostname)) === 0 ? lookUp(hostname) : [bare(hostname)];
