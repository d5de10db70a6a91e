import type { Umid } from '@kith/domain/identity';
import type { Activity, EventPlace, RecountPage } from '@kith/domain/tracking';
import type { Scope } from './scope.ts';

/** Which part of the stored events of a umid is looked at: newest first. */
export interface RecountSelection {
  readonly umid: Umid;
  readonly limit: number;
  /** The event that the page begins behind; null: with the newest. */
  readonly after: EventPlace | null;
  /** What was received before waits for its removal: it is not there any more. */
  readonly receivedFrom: number;
}

/** An activity and a page of the events that it comes of, both of one moment. */
export interface RecountLook {
  readonly activity: Activity;
  readonly page: RecountPage;
}

/** What counting stored events again takes of a store. It only ever replaces activity that is there. */
export interface ActivityRecounts {
  /** Umids that have activity, in their order, behind that one. */
  activeUmids(scope: Scope, after: Umid | null, limit: number): Promise<readonly Umid[]>;
  /** null where the umid has no activity. */
  look(scope: Scope, selection: RecountSelection): Promise<RecountLook | null>;
  /**
   * Puts an activity in the place of exactly the one that was read; whether that was still there. `next` counts one more
   * recount, so that a batch of the log which goes on with the former activity is `stale`.
   */
  replace(scope: Scope, umid: Umid, read: Activity, next: Activity): Promise<boolean>;
}
