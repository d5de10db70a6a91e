import { parseUmid } from '@kith/domain/identity';
import type { KnownDevice, KnownProfile } from '@kith/ports';

/** What stands under a umdid, and under a umid. */
export type DeviceMembers = Omit<KnownDevice, 'umdid'>;
export type ProfileMembers = Omit<KnownProfile, 'umid'>;

/** Stands under a umid with which everybody must ask the resolver: no version is newer. */
export const REDIRECTED = `[${Number.MAX_SAFE_INTEGER}]`;

/** Entries are JSON arrays that begin with their version, which the script in Redis compares. */
export const encodeDevice = ({ umid, identifiedBy, bindingVersion }: DeviceMembers): string =>
  JSON.stringify([bindingVersion, umid, identifiedBy]);

export const encodeProfile = ({ state, strongest, permissions, version }: ProfileMembers): string =>
  JSON.stringify([version, state, strongest, permissions]);

/** The device; null for whatever is none, which another program may have written. */
export const decodeDevice = (text: string | null): DeviceMembers | null => {
  const members = membersOf(text);
  if (members?.length !== 3) return null;
  const [bindingVersion, umidText, identifiedBy] = members;
  const umid = typeof umidText === 'string' ? parseUmid(umidText) : null;
  if (umid === null || !isVersion(bindingVersion) || !isType(identifiedBy)) return null;
  return { umid, identifiedBy, bindingVersion };
};

/** The profile; null for whatever is none, `REDIRECTED` included. */
export const decodeProfile = (text: string | null): ProfileMembers | null => {
  const members = membersOf(text);
  if (members?.length !== 4) return null;
  const [version, state, strongest, permissions] = members;
  if (!isVersion(version) || !isState(state) || !isType(strongest) || !isPermissions(permissions))
    return null;
  return { state, strongest, permissions, version };
};

const membersOf = (text: string | null): readonly unknown[] | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isState = (value: unknown): value is KnownProfile['state'] =>
  value === 'visitor' || value === 'customer';

const isType = (value: unknown): value is KnownDevice['identifiedBy'] =>
  value === 0 || value === 1 || value === 2;

const isPermissions = (value: unknown): value is KnownProfile['permissions'] =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((status) => typeof status === 'boolean');
