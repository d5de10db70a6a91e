import type { QueuedDelivery, SharedRecord } from '@kith/domain/destinations';
import type { AccountName } from '@kith/domain/pipeline';
import type { Signal } from '@kith/platform';
import type { Scope } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey } from '../engine/keys.ts';
import { wantScrub } from '../engine/scrubber.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What came of a write, and whose shared records it removed. */
export interface RemovalsEnded<T> {
  readonly result: T;
  readonly ended: readonly (SharedRecord | null)[];
}

/** Writes what may end removals. */
export type EndRemovals = <T>(scope: Scope, write: () => RemovalsEnded<T>) => Promise<T>;

/**
 * What was shared with a destination outlives the person until its removal is told. The file is scrubbed, and `ended`
 * notified, when that goes too; deliveries that merely waited went with the person.
 */
export const createEndRemovals =
  (environment: Environment, store: StoreCollections, ended: Signal): EndRemovals =>
  async ({ account, deadline }, write) => {
    const { result } = await environment.write(
      deadline,
      () => {
        const { result, ended: records } = write();
        const leavesTraces = records.some((one) => one !== null && namesSomebodyGone(store, account, one));
        if (leavesTraces) wantScrub(store);
        return { result, leavesTraces };
      },
      ({ leavesTraces }) => leavesTraces && ended.notify(),
    );
    return result;
  };

/** Whoever withdrew or left a segment is in the file anyway, and who expired had no identifier. */
const namesSomebodyGone = (
  store: StoreCollections,
  account: AccountName,
  { umid, identifiers }: SharedRecord,
): boolean => identifiers.length > 0 && !store.profiles.has(accountKey(account, umid));

/** The records that failed removals among these deliveries had taken along. */
export const recordsIn = (
  deliveries: readonly Pick<QueuedDelivery, 'occurrence'>[],
): readonly (SharedRecord | null)[] =>
  deliveries.map(({ occurrence }) => (occurrence.kind === 'removal' ? occurrence.shared : null));
