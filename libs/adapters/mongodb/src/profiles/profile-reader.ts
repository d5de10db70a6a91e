import type { ProfileReader, Scope, Wanted } from '@kith/ports';
import { askForProfiles, type Detours, type Look } from './ask-for-profiles.ts';
import type { Connection } from '../engine/connection.ts';
import { loadedFrom, strayedFrom } from './load-profiles.ts';
import { loadTogether } from './load-together.ts';
import { createActivityReader } from './read-activities.ts';
import { createLinkReader } from './read-links.ts';

/** Told of redirects that could be shorter. */
export type TakeDetours = (scope: Scope, detours: readonly Detours[]) => Promise<void>;

/** Reads profiles; each look is one round trip, and one for all who look within a turn of the event loop. */
export const createProfileReader = (
  connection: Connection,
  takeDetours: TakeDetours = async () => undefined,
): ProfileReader => {
  const readActivities = createActivityReader(connection);
  const readLinks = createLinkReader(connection);
  return {
    load: loadTogether(async (scope, wanted) => {
      const { reply, detours } = await lookUp(connection, scope, wanted);
      if (detours.length > 0) await takeDetours(scope, detours);
      return loadedFrom(scope.account, wanted, reply);
    }),
    async activities({ account, deadline }, umids) {
      const found = await readActivities(deadline, account, umids);
      return umids.flatMap((umid) => found.get(umid) ?? []);
    },
    async links({ account, deadline }, umid, limit) {
      return (await readLinks(deadline, account, [umid], limit)).get(umid) ?? [];
    },
  };
};
const lookUp = async (connection: Connection, scope: Scope, wanted: Wanted): Promise<Look> => {
  const look = await askForProfiles(connection, scope, wanted);
  const strayed = strayedFrom(scope.account, look.reply);
  if (strayed === null) return look;
  // Everything once more: what is loaded is of one moment.
  return askForProfiles(connection, scope, { ...wanted, umids: [...(wanted.umids ?? []), strayed] });
};
