import { loadThrough, type AccountKeys, type ProfileReader, type ProfileStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { gathered } from '../engine/gathered.ts';
import { lookIn } from './look.ts';
import { createActivityReader } from './read-activities.ts';
import { createLinkReader } from './read-links.ts';

/** A profile may have a mebibyte in a bad case; a reply of the server has room for sixteen at a time. */
const MAX_KEYS = 500;

/**
 * Reads profiles; each look is one round trip, and one for all who look within a turn of the event loop.
 * `leaveShortcuts` is told of redirects that could be shorter.
 */
export const createProfileReader = (
  connection: Connection,
  leaveShortcuts: ProfileStore['leaveShortcuts'] = async () => undefined,
): ProfileReader => {
  const look = gathered(lookIn(connection), { sizeOf: keysIn, maxSize: MAX_KEYS });
  const readActivities = createActivityReader(connection);
  const readLinks = createLinkReader(connection);
  return {
    async load(scope, wanted) {
      const { loaded, detours } = await loadThrough(look, scope, wanted);
      if (detours.length > 0) await leaveShortcuts(scope, detours);
      return loaded;
    },
    async activities({ account, deadline }, umids) {
      const found = await readActivities(deadline, account, umids);
      return umids.flatMap((umid) => found.get(umid) ?? []);
    },
    async links({ account, deadline }, umid, limit) {
      return (await readLinks(deadline, account, [umid], limit)).get(umid) ?? [];
    },
  };
};

const keysIn = ({ keys }: AccountKeys): number =>
  keys.umids.length +
  keys.umdids.length +
  keys.identifiers.length +
  keys.shared.length +
  keys.suppressions.length;
