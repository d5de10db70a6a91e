import type { Given, WaitingParcel } from '@kith/domain/destinations';
import type { AccountName } from '@kith/domain/pipeline';
import { type Signal } from '@kith/platform';
import type { Scope } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey } from '../engine/keys.ts';
import { wantScrub } from '../engine/scrubber.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What came of a write, and of whom it removed what a destination had been given. */
export interface RemovalsEnded<T> {
  readonly result: T;
  readonly given: readonly (Given | null)[];
}

/** Writes what may end removals. */
export type RemovalEnding = <T>(scope: Scope, write: () => RemovalsEnded<T>) => Promise<T>;

/**
 * What a destination was given outlives the person until its removal is told. The file is scrubbed, and `ended`
 * notified, when that goes too; parcels that merely waited went with the person.
 */
export const createRemovalEnding =
  (environment: Environment, store: StoreCollections, ended: Signal): RemovalEnding =>
  async ({ account, deadline }, write) => {
    const { result } = await environment.write(
      deadline,
      () => {
        const { result, given } = write();
        const leavesTraces = given.some((one) => one !== null && namesSomebodyGone(store, account, one));
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
  { umid, identifiers }: Given,
): boolean => identifiers.length > 0 && !store.profiles.has(accountKey(account, umid));

/** What laid-aside removals among these parcels had kept. */
export const givenIn = (parcels: readonly Pick<WaitingParcel, 'occurrence'>[]): readonly (Given | null)[] =>
  parcels.map(({ occurrence }) => (occurrence.kind === 'removal' ? occurrence.given : null));
