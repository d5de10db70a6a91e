import { createHash } from 'node:crypto';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { type CacheNews, knownTogether, type Scope, type UmidCache } from '@kith/ports';
import type { BoundedCalls } from './bounded-calls.ts';
import { decodeDevice, decodeProfile, encodeDevice, encodeProfile, REDIRECTED } from './entry-texts.ts';
import { createGatheredCalls } from './gathered-calls.ts';
import type { OwedWrites } from './owed-writes.ts';
import type { RedisClient } from './redis-client.ts';

/** A value to keep, which begins with its version, and for how many milliseconds. */
interface Kept {
  readonly key: string;
  readonly text: string;
  readonly lifetimeMs: number;
}

const MINUTE_MS = 60_000;

const ENTRY_MS = 5 * MINUTE_MS;

const CHANGED_MS = MINUTE_MS;

/** Longer than any entry lives, so that none can outlive the word that its umid was absorbed. */
const REDIRECT_MS = 10 * MINUTE_MS;

/**
 * A minute less than an entry lives: what was committed after this has an entry that is still there when this is written
 * at last, so that a debt never brings an older version back.
 */
const OWED_MS = ENTRY_MS - MINUTE_MS;

export interface RedisUmidCacheDeps {
  readonly client: RedisClient;
  readonly calls: BoundedCalls;
  readonly owed: OwedWrites;
}

/** The edge's memory of devices and profiles, in Redis. */
export const createRedisUmidCache = (deps: RedisUmidCacheDeps): UmidCache => {
  const { client, calls } = deps;
  const read = createGatheredCalls({ calls, call: readerOf(client) });
  const keep = createGatheredCalls({
    calls,
    call: async (values: readonly Kept[]) => {
      await keepNewer(client, values);
      return values;
    },
  });
  const profileAt = async ({ account, deadline }: Scope, umid: Parameters<typeof profileKey>[1]) =>
    decodeProfile((await read(deadline, [profileKey(account, umid)]))?.[0] ?? null);
  return {
    recognise: async (scope, umdid, hinted) => {
      const { account, deadline } = scope;
      const hintedKeys = hinted === null ? [] : [profileKey(account, hinted)];
      const values = await read(deadline, [deviceKey(account, umdid), ...hintedKeys]);
      const [deviceText = null, hintedText = null] = values ?? [];
      const device = decodeDevice(deviceText);
      if (device === null || hintedText === REDIRECTED) return null;
      // The cookie of nearly every visitor names the umid of the entry.
      const profile =
        device.umid === hinted ? decodeProfile(hintedText) : await profileAt(scope, device.umid);
      return profile === null ? null : knownTogether(device, profile);
    },
    remember: async ({ account, deadline }, news) => {
      const values = valuesOf(account, news);
      if (values.length > 0) await keep(deadline, values);
    },
    tell: async ({ account, deadline }, news) => {
      const values = valuesOf(account, news);
      if (values.length === 0) return;
      settleOr(deps, await keep(deadline, values), () => {
        for (const value of values) oweValue(deps, value);
      });
    },
    forget: async ({ account, deadline }, umdids) => {
      const keys = umdids.map((umdid) => deviceKey(account, umdid));
      if (keys.length === 0) return;
      const removed = await calls.orElse(deadline, null, () => unlink(client, keys));
      settleOr(deps, removed, () => deps.owed.owe(keys.join(' '), ENTRY_MS, () => unlink(client, keys)));
    },
  };
};

/** One round trip: one command where all keys are in one place, several at once where they may not be. */
const readerOf =
  (client: RedisClient) =>
  (keys: readonly string[]): Promise<readonly (string | null)[]> =>
    client.isCluster ? Promise.all(keys.map((key) => client.get(key))) : client.mget([...keys]);

const unlink = (client: RedisClient, keys: readonly string[]): Promise<unknown> =>
  client.isCluster ? Promise.all(keys.map((key) => client.unlink(key))) : client.unlink([...keys]);

const valuesOf = (account: AccountName, news: CacheNews): readonly Kept[] => {
  const { devices = [], profiles = [], changed = [], redirected = [] } = news;
  const profileValue =
    (lifetimeMs: number) =>
    (profile: (typeof profiles)[number]): Kept => ({
      key: profileKey(account, profile.umid),
      text: encodeProfile(profile),
      lifetimeMs,
    });
  return [
    ...redirected.map((umid) => ({
      key: profileKey(account, umid),
      text: REDIRECTED,
      lifetimeMs: REDIRECT_MS,
    })),
    ...changed.map(profileValue(CHANGED_MS)),
    ...profiles.map(profileValue(ENTRY_MS)),
    ...devices.map((device) => ({
      key: deviceKey(account, device.umdid),
      text: encodeDevice(device),
      lifetimeMs: ENTRY_MS,
    })),
  ];
};

/** A write that the server may not have got is owed to it; one that it got shows that it takes the others too. */
const settleOr = ({ owed }: RedisUmidCacheDeps, got: unknown, owe: () => void): void => {
  if (got === null) owe();
  else if (owed.size > 0) void owed.settle();
};

/** A redirect is right whenever it comes, and outlives what it corrects; an entry lives no longer than it would have. */
const oweValue = ({ client, owed }: RedisUmidCacheDeps, value: Kept): void => {
  const isRedirect = value.text === REDIRECTED;
  // Of several versions the script lets the newest win, whichever is written last.
  owed.owe(`${value.key} ${value.text}`, isRedirect ? REDIRECT_MS : OWED_MS, (leftMs) =>
    keepNewer(client, [
      { ...value, lifetimeMs: isRedirect ? REDIRECT_MS : Math.min(value.lifetimeMs, leftMs) },
    ]),
  );
};

/**
 * The account comes first in every key; what lies within the braces chooses the node of a Redis Cluster. The UUID
 * at the end has a fixed length, so that no name of an account can lead into another one's keys. Older versions kept
 * other values in `:entry` and `:redirect`: during an upgrade both lie there, and neither reads the other's.
 */
export const deviceKey = (account: AccountName, umdid: Umdid): string => `kith:{${account}:${umdid}}:device`;

export const profileKey = (account: AccountName, umid: Umid): string => `kith:{${account}:${umid}}:profile`;

/** One command where all keys are in one place, several at once where they may not be. */
const keepNewer = async (client: RedisClient, values: readonly Kept[]): Promise<void> => {
  const parts = client.isCluster ? values.map((value) => [value]) : [values];
  await Promise.all(parts.map((some) => run(client, some)));
};

/**
 * Keeps each value unless one of a newer version is there. Whatever has no version gives way. KEYS: where; ARGV: per key
 * the value and the milliseconds to live.
 */
const SCRIPT = `
for i, key in ipairs(KEYS) do
  local value, lifetime = ARGV[2 * i - 1], ARGV[2 * i]
  local present = redis.pcall('GET', key)
  local version = type(present) == 'string' and string.match(present, '^%[(%d+)')
  if not version or tonumber(version) <= tonumber(string.match(value, '^%[(%d+)')) then
    redis.call('SET', key, value, 'PX', lifetime)
  end
end
return 1
`;

const DIGEST = createHash('sha1').update(SCRIPT).digest('hex');

/** Runs the script by its digest, and by its text where the node does not have it yet. */
const run = async (client: RedisClient, values: readonly Kept[]): Promise<void> => {
  const keys = values.map(({ key }) => key);
  const args = values.flatMap(({ text, lifetimeMs }) => [text, Math.ceil(lifetimeMs)]);
  try {
    await client.evalsha(DIGEST, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    await client.eval(SCRIPT, keys.length, ...keys, ...args);
  }
};
