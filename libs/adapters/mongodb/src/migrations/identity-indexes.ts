import type { IndexDescription } from 'mongodb';

const where = (member: string) => ({ partialFilterExpression: { [member]: { $exists: true } } });

/**
 * The indexes of the identity collection; each has the documents of those kinds alone that have its member. A new
 * customer's login writes into five of them: two of the profile, one of the device, one for each of two identifiers.
 */
export const IDENTITY_INDEXES: readonly IndexDescription[] = [
  // Living profiles, as analysts list them.
  { name: 'byCreation', key: { account: 1, state: 1, source: 1, created: 1 }, ...where('state') },
  { name: 'byChange', key: { account: 1, state: 1, source: 1, changed: 1 }, ...where('state') },
  // Visitors that may expire.
  { name: 'longestIdle', key: { account: 1, idleSince: 1 }, ...where('idleSince') },
  // Devices, identifiers and holdings of a umid.
  { name: 'ownedBy', key: { of: 1 }, ...where('of') },
  // Holders of a shared identifier, links of a profile.
  { name: 'mostRecent', key: { around: 1, lastSeen: -1, _id: -1 }, ...where('around') },
];
