import { beforeAll, beforeEach, describe } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Kith, KithHome } from '../kit/kith.ts';
import { reload } from '../kit/reload.ts';
import { createVisitor } from '../kit/visitor.ts';
import { defineLeavingConsent } from './define-leaving-consent.ts';
import { defineLeavingIdentifiers } from './define-leaving-identifiers.ts';
import { defineLeavingPlaces } from './define-leaving-places.ts';
import { newConfiguration, type RewritableConfiguration } from './rewritable-configuration.ts';
import type { Stage } from './leaving-stage.ts';

/** How long a start may take where databases start too, in milliseconds. */
const START_MS = 240_000;

const empty = { accounts: { demo: { owner: 'demo' } } };

/**
 * What becomes of stored data whose name has left the configuration (docs/decisions/0011-live-configuration.md):
 * configuration A, data, configuration B without the name, a look, configuration A again, a look.
 */
export const defineLeaving = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    let file: RewritableConfiguration;
    let kith: Kith;
    let values = 0;
    const endings = useEndings();

    beforeAll(async () => {
      file = await newConfiguration(empty);
      endings.push(file.remove);
      const home = await newHome();
      endings.push(home.remove);
      kith = await home.start({ CONFIG_FILE: file.path });
      endings.push(kith.stop);
    }, START_MS);

    const stage: Stage = {
      kith: () => kith,
      bring: async (configuration) => {
        await file.write(configuration);
        await reload(kith.processes);
      },
      newVisitor: () => createVisitor(kith.url),
      fresh: (prefix) => `${prefix}-${(values += 1)}-${process.pid}`,
    };

    beforeEach(() => stage.bring(empty), START_MS);

    defineLeavingIdentifiers(stage);
    defineLeavingConsent(stage);
    defineLeavingPlaces(stage);
  });
};
