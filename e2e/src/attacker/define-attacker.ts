import { describe } from 'vitest';
import { conformanceConfiguration } from '../conformance/conformance-configuration.ts';
import type { KithHome } from '../kit/kith.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { defineEnumeration } from './define-enumeration.ts';
import { defineHeaderTricks } from './define-header-tricks.ts';
import { definePathsAndPrototypes } from './define-paths-and-prototypes.ts';
import { definePlantedDevices } from './define-planted-devices.ts';
import { defineSmuggling } from './define-smuggling.ts';

const topics = [
  definePlantedDevices,
  defineEnumeration,
  defineHeaderTricks,
  defineSmuggling,
  definePathsAndPrototypes,
];

/** What an attacker tries, as far as HTTP can say it; `foreign-page.chromium.test.ts` has what a browser can. */
export const defineAttacker = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    const kith = useKith(withConfiguration(conformanceConfiguration, newHome));
    for (const define of topics) define(kith);
  });
};
