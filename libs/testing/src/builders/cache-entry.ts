import type { CacheEntry } from '@kith/ports';
import { randomUmid } from './ids.ts';

/** What the edge remembers of a visitor's device. */
export const aCacheEntry = (members: Partial<CacheEntry> = {}): CacheEntry => ({
  umid: randomUmid(),
  state: 'visitor',
  type: 0,
  permissions: {},
  bindingVersion: 1,
  profileVersion: 1,
  ...members,
});
