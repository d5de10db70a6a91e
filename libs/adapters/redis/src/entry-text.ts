import { parseUmid } from '@kith/domain/identity';
import type { CacheEntry } from '@kith/ports';

type Members = readonly unknown[];

/** An entry as a JSON array that begins with its versions, which the script in Redis compares. */
export const encodeEntry = (entry: CacheEntry): string =>
  JSON.stringify([
    entry.bindingVersion,
    entry.profileVersion,
    entry.umid,
    entry.state,
    entry.type,
    entry.permissions,
  ]);

/** The entry; null for whatever is none, which another program may have written. */
export const decodeEntry = (text: string): CacheEntry | null => {
  const members = parseMembers(text);
  if (members?.length !== 6) return null;
  const [bindingVersion, profileVersion, umidText, state, type, permissions] = members;
  const umid = typeof umidText === 'string' ? parseUmid(umidText) : null;
  if (umid === null || !isVersion(bindingVersion) || !isVersion(profileVersion)) return null;
  if (!isState(state) || !isType(type) || !isPermissions(permissions)) return null;
  return { umid, state, type, permissions, bindingVersion, profileVersion };
};

const parseMembers = (text: string): Members | null => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isState = (value: unknown): value is CacheEntry['state'] => value === 'visitor' || value === 'customer';

const isType = (value: unknown): value is CacheEntry['type'] => value === 0 || value === 1 || value === 2;

const isPermissions = (value: unknown): value is CacheEntry['permissions'] =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((status) => typeof status === 'boolean');
