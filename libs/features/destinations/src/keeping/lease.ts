import { deadlineIn } from '@kith/platform';
import type { Deadline, DeliveryStore } from '@kith/ports';
import { LONGEST_SEND_MS } from '../transforming/destination.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';

/** For how long a destination is held at a time: whoever is killed is waited for so long. */
export const HELD_MS = 30_000;
/** A renewal is a write: not at each look. */
const RENEWED_MS = 5_000;
/** What is under way must have ended before somebody else begins. */
const MARGIN_MS = 2_000;

/** That this process alone takes care of a destination. */
export interface Hold {
  /** Holds it from now on, or goes on to, unless it has just done so; false where another process does. */
  keep(): Promise<boolean>;
  isHeld(): boolean;
  /** How long a try may take: it is over before the hold is. Throws where that leaves no time. */
  tryDeadline(sendMs: number): Deadline;
  release(): Promise<void>;
}

/** The clock of the process decides when its own hold is over, counted from before it asked. */
export const createHold = (
  parts: Pick<Tending, 'rules' | 'callDeadline'> & { readonly deliveries: DeliveryStore },
  holder: string,
): Hold => {
  const { deliveries, rules } = parts;
  let until = -Infinity;
  return {
    async keep() {
      const asked = performance.now();
      if (asked < until - HELD_MS + RENEWED_MS) return true;
      const isOurs = await deliveries.hold(scopeOf(parts), rules.name, holder, HELD_MS);
      until = isOurs ? asked + HELD_MS : -Infinity;
      return isOurs;
    },
    isHeld: () => performance.now() < until - MARGIN_MS - LONGEST_SEND_MS,
    tryDeadline: (sendMs) => {
      const leftMs = until - MARGIN_MS - performance.now();
      if (leftMs <= 0) throw new Error(`the destination ${rules.name} is not held any more`);
      return deadlineIn(Math.min(leftMs, sendMs, LONGEST_SEND_MS));
    },
    release: () => deliveries.release(scopeOf(parts), rules.name, holder),
  };
};
