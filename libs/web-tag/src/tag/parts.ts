import type { Tag } from './tag.ts';
import { usercentrics } from './managers/usercentrics.ts';
import { googleConsentMode } from './managers/google-consent-mode.ts';
import { oneTrust } from './managers/one-trust.ts';
import { navigation } from './navigation.ts';
import { dataLayers } from './data-layers.ts';
import { safely } from './safely.ts';
import { tcf } from './managers/tcf.ts';

/** Starts the parts that are built in. */
export const startParts = (tag: Tag): void => {
  if (kithHasDataLayers) safely(dataLayers)(tag);
  if (kithHasNavigation) safely(navigation)(tag);
  if (kithHasTcf) safely(tcf)(tag);
  if (kithHasGoogleConsentMode) safely(googleConsentMode)(tag);
  if (kithHasOneTrust) safely(oneTrust)(tag);
  if (kithHasUsercentrics) safely(usercentrics)(tag);
};
