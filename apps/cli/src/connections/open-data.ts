import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { openEmbeddedStore } from '@kith/embedded';
import type { Administrable } from '@kith/ports';
import type { Opened, Place } from './connections.ts';
import { nobodysCache, openConditions, overStore } from './over-store.ts';
import { makeKeyring } from './secrets.ts';

/** Profiles in the data directory of a standalone that does not run; they may have to be there. */
export const openData = async (
  place: Place,
  { mustExist }: { readonly mustExist: boolean },
): Promise<Opened<Administrable>> => {
  const { close, ...store } = await openEmbeddedStore({
    directory: place.settings.DATA_DIR,
    clock: Date.now,
    mustExist,
  });
  try {
    const keyring = await makeKeyring(place.settings, IDENTITY_RESOLUTION_SECRETS);
    const { expressions, close: closeExpressions } = openConditions();
    const end = async (): Promise<void> => {
      closeExpressions();
      // Nobody else would overwrite what an erasure has freed in the file until an app is started.
      await store.scrubbed();
      await close();
    };
    return {
      opened: overStore(place, { ...store, keyring, cache: nobodysCache(), expressions }),
      close: end,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
