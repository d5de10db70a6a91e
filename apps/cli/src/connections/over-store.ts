import { composeAdministration, type AdministrationStores } from '@kith/composition/identity-resolution';
import { createMemoryUmidCache } from '@kith/embedded';
import { openExpressions } from '@kith/jsonata';
import { createLive, type Keyring } from '@kith/platform';
import type { Administrable, EventLog, Expressions, UmidCache } from '@kith/ports';
import type { Place } from './connections.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** No edge has a cache that this process could tell: what some edge keeps ends by itself within minutes. */
export const nobodysCache = (): UmidCache => createMemoryUmidCache({ clock: Date.now, maxEntries: 1 });

/** Processes are started when the first condition of a segment is asked about; what fails is told by the command. */
export const openConditions = () =>
  openExpressions({ isNeeded: createLive(false).live, logger: { warn: () => undefined } });

/** What the use cases stand on where they are run here. */
interface Engines extends AdministrationStores {
  readonly keyring: Keyring;
  readonly cache: UmidCache;
  readonly log: Pick<EventLog, 'append'>;
  readonly expressions: Expressions;
}

/** What an administrator can do, over a store that this process has opened. */
export const overStore = ({ configuration, settings }: Place, engines: Engines): Administrable =>
  composeAdministration({
    ...engines,
    configuration: createLive(configuration).live,
    spoolMaxAgeMs: (settings.SPOOL_MAX_DAYS ?? 0) * DAY_MS,
  });
