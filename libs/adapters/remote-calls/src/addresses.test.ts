import { afterEach, describe, expect, test, vi } from 'vitest';
import { followAddresses, type Address } from './addresses.ts';

const placesOf = (addresses: readonly Address[]): readonly string[] =>
  addresses.map(({ host, port, authority }) => `${host} ${port} as ${authority}`);

const follow = (urls: readonly string[], names: Readonly<Record<string, readonly string[]>> = {}) => {
  const known = new Map(Object.entries(names));
  const found: (readonly string[])[] = [];
  const lookUp = (name: string): Promise<readonly string[]> => {
    const addresses = known.get(name);
    return addresses === undefined ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve(addresses);
  };
  const addresses = followAddresses({ urls, lookUp, onFound: (all) => void found.push(placesOf(all)) });
  afterEach(addresses.close);
  return { addresses, known, found };
};

describe('addresses', () => {
  afterEach(() => void vi.useRealTimers());

  test('are those in the URLs themselves', async () => {
    const { addresses, found } = follow(['http://192.0.2.1:8084', 'http://[2001:db8::1]']);
    await addresses.find();
    expect(found.at(-1)).toEqual(['192.0.2.1 8084 as 192.0.2.1:8084', '2001:db8::1 80 as [2001:db8::1]']);
  });

  test('are all that a name has, and those of every URL', async () => {
    const names = { resolvers: ['192.0.2.1', '192.0.2.2'], other: ['192.0.2.3'] };
    const { addresses, found } = follow(['http://resolvers:8084', 'http://other:1'], names);
    await addresses.find();
    expect(found.at(-1)).toEqual([
      '192.0.2.1 8084 as resolvers:8084',
      '192.0.2.2 8084 as resolvers:8084',
      '192.0.2.3 1 as other:1',
    ]);
  });

  test('are looked up again and again; a name that is not found keeps those that it had', async () => {
    vi.useFakeTimers();
    const { addresses, known, found } = follow(['http://resolvers:8084'], { resolvers: ['192.0.2.1'] });
    await addresses.find();
    known.set('resolvers', ['192.0.2.2']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(found.at(-1)).toEqual(['192.0.2.2 8084 as resolvers:8084']);
    known.delete('resolvers');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(found.at(-1)).toEqual(['192.0.2.2 8084 as resolvers:8084']);
  });

  test('of a name that was never found are told as missing', async () => {
    const { addresses } = follow(['http://resolvers:8084']);
    await expect(addresses.find()).rejects.toThrow('no resolvers');
  });
});
