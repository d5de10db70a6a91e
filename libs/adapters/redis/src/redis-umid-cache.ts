import type { Umid } from '@kith/domain/identity';
import type { CacheEntry, Deadline, Recognition, Scope, UmidCache } from '@kith/ports';
import type { BoundedCalls } from './bounded-calls.ts';
import { entryKey, redirectKey } from './cache-keys.ts';
import { decodeEntry, encodeEntry } from './entry-text.ts';
import { createGatheredReads } from './gathered-reads.ts';
import type { OwedWrites } from './owed-writes.ts';
import type { RedisClient } from './redis-client.ts';
import { rememberIfNewer } from './remember-script.ts';

const ENTRY_MS = 5 * 60 * 1000;
/** Longer than any entry lives, so that none can outlive the word that its umid was absorbed. */
const REDIRECT_MS = 10 * 60 * 1000;

const MISS: Recognition = { entry: null, redirected: false };

export interface RedisUmidCacheDeps {
  readonly client: RedisClient;
  readonly calls: BoundedCalls;
  readonly owed: OwedWrites;
}

/** The edge's memory of devices, in Redis. */
export const createRedisUmidCache = ({ client, calls, owed }: RedisUmidCacheDeps): UmidCache => {
  const read = createGatheredReads(client, calls);
  const isRedirected = async ({ account, deadline }: Scope, umid: Umid): Promise<boolean | null> => {
    const values = await read(deadline, [redirectKey(account, umid)]);
    return values === null ? null : typeof values[0] === 'string';
  };
  /** A write that the server may not have got is owed to it. */
  const write = async (deadline: Deadline, key: string, lifetimeMs: number, send: () => Promise<unknown>) => {
    const sent = await calls.orElse(deadline, false, () => send().then(() => true));
    if (!sent) owed.owe(key, lifetimeMs, send);
    else if (owed.size > 0) void owed.settle();
  };
  return {
    recognise: async (scope, umdid, hinted) => {
      const { account, deadline } = scope;
      const key = entryKey(account, umdid);
      const values = await read(deadline, hinted === null ? [key] : [key, redirectKey(account, hinted)]);
      if (values === null) return MISS;
      const [text, hint] = values;
      const entry = typeof text === 'string' ? decodeEntry(text) : null;
      if (typeof hint === 'string') return { entry, redirected: true };
      if (entry === null || entry.umid === hinted) return { entry, redirected: false };
      // Only what the entry says leads to this key. The cookie of nearly every visitor has said so already.
      const redirected = await isRedirected(scope, entry.umid);
      return redirected === null ? MISS : { entry, redirected };
    },
    remember: ({ account, deadline }, umdid, entry) =>
      calls.orElse(deadline, undefined, () => remember(client, entryKey(account, umdid), entry)),
    redirect({ account, deadline }, absorbed) {
      const key = redirectKey(account, absorbed);
      return write(deadline, key, REDIRECT_MS, () => client.set(key, '1', 'PX', REDIRECT_MS));
    },
    forget({ account, deadline }, umdid) {
      const key = entryKey(account, umdid);
      return write(deadline, key, ENTRY_MS, () => client.unlink(key));
    },
  };
};

const remember = (client: RedisClient, key: string, entry: CacheEntry): Promise<void> =>
  rememberIfNewer(client, key, encodeEntry(entry), entry.bindingVersion, entry.profileVersion, ENTRY_MS);
