import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import type { Loaded } from '@kith/domain/resolution';
import { Unavailable, type Deadline } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { detoursFrom } from './follow-redirects.ts';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** A redirect that leads nearer than it could, and where it ends. */
export interface Detour {
  readonly umid: Umid;
  readonly living: Umid;
}

/** The detours on the ways that a look has gone; to be called in the same read. */
export const detoursIn = (
  store: StoreCollections,
  account: AccountName,
  { device, current, profiles, owners }: Loaded,
): readonly Detour[] => {
  const ways = [
    ...(device === null || current === null ? [] : [{ from: device.umid, living: current.umid }]),
    ...profiles.map(({ umid, profile }) => ({ from: umid, living: profile.umid })),
    ...owners.map(({ storedUmid, profile }) => ({ from: storedUmid, living: profile.umid })),
  ].filter(({ from, living }) => from !== living);
  return ways.flatMap(({ from, living }) =>
    detoursFrom(store, account, from).map((umid) => ({ umid, living })),
  );
};

/** Whoever has walked leaves a shortcut: a chain of redirects is walked once. What cannot be written stays as it is. */
export const leaveShortcuts = async (
  environment: Environment,
  store: StoreCollections,
  { account, deadline }: { readonly account: AccountName; readonly deadline: Deadline },
  detours: readonly Detour[],
): Promise<void> => {
  const put = (): void => {
    for (const { umid, living } of detours) store.shortcuts.put(accountKey(account, umid), living);
  };
  try {
    await environment.write(deadline, put);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};
