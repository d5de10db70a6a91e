import type { Outbox, ProfileStore, TrackingStore } from '@kith/ports';

/** The three ports that look at one store. */
export interface TrackingAdapters {
  readonly tracking: TrackingStore;
  readonly profiles: ProfileStore;
  readonly outbox: Outbox;
}
