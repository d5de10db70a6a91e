import { createMemoryUmidCache } from '@kith/embedded';
import {
  auditedAdministration,
  createAdministration,
  createAttributeAdministration,
  createAudienceExport,
  createConsentAdministration,
  createDeadLetterAdministration,
  createPrivacyAdministration,
  createProfileImport,
} from '@kith/identity-resolution';
import type { Administrable } from '@kith/identity-resolution';
import { openExpressions } from '@kith/jsonata';
import { createLive } from '@kith/platform';
import type { Keyring } from '@kith/platform';
import type {
  ActivityRecounts,
  ConsentHistory,
  DeadLetterStore,
  EventLog,
  Expressions,
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import type { Place } from './connections.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** No edge has a cache that this process could tell: what some edge keeps ends by itself within minutes. */
export const nobodysCache = (): UmidCache => createMemoryUmidCache({ clock: Date.now, maxEntries: 1 });

/** Processes are started when the first condition of a segment is asked about; what fails is told by the command. */
export const openConditions = () =>
  openExpressions({ isNeeded: createLive(false).live, logger: { warn: () => undefined } });

/** What the use cases stand on where they are run here. */
interface Engines {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly privacy: PrivacyStore;
  readonly tracking: TrackingStore;
  readonly recounts: ActivityRecounts;
  readonly keyring: Keyring;
  readonly cache: UmidCache;
  readonly letters: DeadLetterStore;
  readonly log: Pick<EventLog, 'append'>;
  readonly catalogue: ProfileCatalogue;
  readonly details: Pick<PersonDetails, 'activitiesByUmid'>;
  readonly expressions: Expressions;
}

/** What an administrator can do, over a store that this process has opened. */
export const overStore = ({ configuration, settings }: Place, engines: Engines): Administrable => {
  const spoolMostAgeMs = (settings.SPOOL_MAX_DAYS ?? 0) * DAY_MS;
  const needs = { ...engines, configuration: createLive(configuration).live, spoolMostAgeMs };
  const { privacy: trail, profiles, keyring } = engines;
  const auditing = { trail, profiles, keyring, clock: Date.now };
  return {
    administration: auditedAdministration(createAdministration(needs), auditing),
    consent: createConsentAdministration(needs),
    privacy: createPrivacyAdministration(needs),
    imports: createProfileImport(needs),
    deadLetters: createDeadLetterAdministration({ ...needs, ...auditing }),
    audiences: createAudienceExport(needs),
    attributes: createAttributeAdministration({ ...needs, clock: Date.now }),
  };
};
