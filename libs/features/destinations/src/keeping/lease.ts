import { deadlineIn } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import { MAX_SEND_MS } from '../transforming/destination.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';

/** For how long a destination is held at a time: whoever is killed is waited for so long. */
export const LEASE_MS = 30_000;
/** A renewal is a write: not at each look. */
const RENEWED_MS = 5_000;
/** What is under way must have ended before somebody else begins. */
const MARGIN_MS = 2_000;

/** That this process alone takes care of a destination. */
export interface Lease {
  /** Holds it from now on, or goes on to, unless it has just done so; false where another process does. */
  renew(): Promise<boolean>;
  isHeld(): boolean;
  /** How long a try may take: it is over before the lease is. Throws where that leaves no time. */
  tryDeadline(sendMs: number): Deadline;
  release(): Promise<void>;
}

export interface LeaseDeps extends Pick<DestinationDeps, 'rules' | 'store' | 'callDeadline'> {
  /** Names this process. */
  readonly holder: string;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
}

/** The clock of the process decides when its own lease is over, counted from before it asked. */
export const createLease = ({ store, rules, callDeadline, steadyClock, holder }: LeaseDeps): Lease => {
  let until = -Infinity;
  return {
    async renew() {
      const asked = steadyClock();
      if (asked < until - LEASE_MS + RENEWED_MS) return true;
      const isOurs = await store.lease.acquire(callDeadline(), holder, LEASE_MS);
      until = isOurs ? asked + LEASE_MS : -Infinity;
      return isOurs;
    },
    isHeld: () => steadyClock() < until - MARGIN_MS - MAX_SEND_MS,
    tryDeadline: (sendMs) => {
      const leftMs = until - MARGIN_MS - steadyClock();
      if (leftMs <= 0) throw new Error(`the destination ${rules.name} is not held any more`);
      return deadlineIn(Math.min(leftMs, sendMs, MAX_SEND_MS));
    },
    release: () => store.lease.release(callDeadline(), holder),
  };
};
