import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.ts';

/** A value to keep, which begins with its version, and for how many milliseconds. */
export interface Kept {
  readonly key: string;
  readonly text: string;
  readonly lifetimeMs: number;
}

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

/** One command where all keys are in one place, several at once where they may not be. */
export const keepNewer = async (client: RedisClient, values: readonly Kept[]): Promise<void> => {
  const parts = client.isCluster ? values.map((value) => [value]) : [values];
  await Promise.all(parts.map((some) => run(client, some)));
};

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
