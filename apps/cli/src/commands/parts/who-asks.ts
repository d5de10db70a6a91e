import { hostname, userInfo } from 'node:os';
import type { Caller } from '@kith/ports';

/** Who asks, and why, as the audit trail names it. */
export const callerWith = (reason: string): Caller => ({ by: whoAsks(), reason });

/** Who runs the command, as the audit trail names it: the user of the operating system and the host. */
export const whoAsks = (): string => `${userName()}@${hostname()}`.slice(0, 256);

/** A container may run as a user that has no name. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};
