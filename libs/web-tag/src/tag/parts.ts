import { dataLayers } from './data-layers.ts';
import type { TagPart } from './part.ts';
import { googleConsentMode } from './managers/google-consent-mode.ts';
import { oneTrust } from './managers/one-trust.ts';
import { tcf } from './managers/tcf.ts';
import { usercentrics } from './managers/usercentrics.ts';
import { navigation } from './navigation.ts';

/** The parts that are built in. */
export const parts: readonly (false | TagPart)[] = [
  kithHasDataLayers && dataLayers,
  kithHasNavigation && navigation,
  kithHasTcf && tcf,
  kithHasGoogleConsentMode && googleConsentMode,
  kithHasOneTrust && oneTrust,
  kithHasUsercentrics && usercentrics,
];
