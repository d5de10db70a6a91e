import { describe } from 'vitest';
import type { Kith } from '../kit/kith.ts';
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

/**
 * What an attacker tries of a Kith with `conformanceConfiguration`, as far as HTTP can say it;
 * `foreign-page.chromium.test.ts` has what a browser can.
 */
export const defineAttacker = (title: string, kith: () => Kith): void => {
  describe(title, () => {
    for (const define of topics) define(kith);
  });
};
