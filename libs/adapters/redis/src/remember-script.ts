import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.ts';

/**
 * Keeps an entry unless a newer one is there: first the binding version decides, then the profile version. Whatever
 * is no entry gives way. KEYS[1]: the entry; ARGV: its text, binding version, profile version, milliseconds to live.
 */
const SCRIPT = `
local present = redis.pcall('GET', KEYS[1])
if type(present) == 'string' then
  local binding, profile = string.match(present, '^%[(%d+),(%d+),')
  if binding then
    local older = tonumber(binding) - tonumber(ARGV[2])
    if older == 0 then older = tonumber(profile) - tonumber(ARGV[3]) end
    if older > 0 then return 0 end
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
return 1
`;

const DIGEST = createHash('sha1').update(SCRIPT).digest('hex');

/** Runs the script by its digest, and by its text where the node does not have it yet. */
export const rememberIfNewer = async (
  client: RedisClient,
  key: string,
  ...args: readonly [text: string, bindingVersion: number, profileVersion: number, lifetimeMs: number]
): Promise<void> => {
  try {
    await client.evalsha(DIGEST, 1, key, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    await client.eval(SCRIPT, 1, key, ...args);
  }
};
