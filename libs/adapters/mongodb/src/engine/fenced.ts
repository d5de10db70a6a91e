import { Unavailable } from '@kith/ports';
import { DEPENDENCY } from './as-unavailable.ts';
import { noLongerThanACall } from './bounded.ts';
import type { Connection } from './connection.ts';
import type { Registration } from './registration.ts';

/**
 * A connection that lets calls through while the registration holds. Each looks before it is sent, costs no command,
 * and ends within `MAX_CALL_MS`: a migration waits that much longer than a registration has held. Closing it ends the
 * registration.
 */
export const fencedBy = (connection: Connection, registration: Registration): Connection => {
  let underWay = 0;
  const mustBeRegistered = (): void => {
    const why = registration.refusal();
    if (why !== null) throw new Unavailable(DEPENDENCY, why);
  };
  return {
    ...connection,
    mustBeRegistered,
    async call(deadline, run) {
      mustBeRegistered();
      underWay += 1;
      try {
        return await connection.call(noLongerThanACall(deadline), run);
      } finally {
        underWay -= 1;
      }
    },
    async isReady() {
      if (registration.refusal() !== null) await registration.look().catch(() => undefined);
      return registration.refusal() === null && (await connection.isReady());
    },
    async close() {
      await registration.leave(underWay === 0);
      await connection.close();
    },
  };
};
