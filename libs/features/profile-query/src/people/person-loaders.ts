import { LINKED_PROFILES, type SegmentAnswers, type SegmentMaterial } from '@kith/domain/answer';
import type { StandingEntry } from '@kith/domain/consent';
import type { Link, Umid } from '@kith/domain/identity';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import { within } from '@kith/platform';
import {
  type ChainSelection,
  type Deadline,
  evaluateSegments,
  type EventSelection,
  type Expressions,
  type PersonDetails,
  type Scope,
  type SeenDevice,
} from '@kith/ports';
import DataLoader from 'dataloader';

/** Says which segments the persons of one request are in; those who are asked about at once are one question. */
interface SegmentLoader {
  of(umid: Umid, material: SegmentMaterial): Promise<SegmentAnswers>;
}

interface Person {
  readonly umid: Umid;
  readonly material: SegmentMaterial;
}

/** Reads what is stored around the persons of one request; what is asked for at once is one look at the store. */
export interface PersonLoaders {
  /** The activities under those of the umids that have any. */
  activities(umids: readonly Umid[]): Promise<readonly Activity[]>;
  /** Most recent first, as many as an answer draws on. */
  links(umid: Umid): Promise<readonly Link[]>;
  /** The devices bound to a umid, last seen first. */
  devices(umid: Umid, limit: number): Promise<readonly SeenDevice[]>;
  events(selection: EventSelection): Promise<readonly TrackedEvent[]>;
  /** Which segments a person is in, by what is known of it. */
  segments(umid: Umid, material: SegmentMaterial): Promise<SegmentAnswers>;
  consent(selection: ChainSelection): Promise<readonly StandingEntry[]>;
}

/** So many keys are asked for at once; answers of more could become too large. */
const KEYS_PER_LOOK = 1_000;

/** The scope confines every look to the account of the caller's token. */
export const createPersonLoaders = (
  details: PersonDetails,
  expressions: Expressions,
  scope: Scope,
): PersonLoaders => {
  const look = <T>(what: string, answer: Promise<T>): Promise<T> => within(scope.deadline, what, answer);
  const activities = loaderOf((umids: readonly Umid[]) =>
    byKey(umids, look('a look at activities', details.activitiesByUmid(scope, umids))),
  );
  const links = loaderOf((umids: readonly Umid[]) =>
    byKey(umids, look('a look at links', details.linksByUmid(scope, umids, LINKED_PROFILES))),
  );
  const devices = loaderOf((keys: readonly DevicesOf[]) => {
    const umids = keys.map(({ umid }) => umid);
    const most = Math.max(...keys.map(({ limit }) => limit));
    return byKey(umids, look('a look at devices', details.devicesByUmid(scope, umids, most)));
  });
  const events = loaderOf((selections: readonly EventSelection[]) =>
    look('a look at events', details.eventsOf(scope, selections)),
  );
  const consent = loaderOf((selections: readonly ChainSelection[]) =>
    look('a look at the consent history', details.consentOf(scope, selections)),
  );
  const segments = createSegmentLoader(expressions, scope.deadline);
  return {
    activities: async (umids) =>
      (await Promise.all(umids.map((umid) => activities.load(umid)))).filter((one) => one !== undefined),
    links: async (umid) => (await links.load(umid)) ?? [],
    devices: async (umid, limit) => ((await devices.load({ umid, limit })) ?? []).slice(0, limit),
    events: (selection) => events.load(selection),
    segments: segments.of,
    consent: (selection) => consent.load(selection),
  };
};

interface DevicesOf {
  readonly umid: Umid;
  readonly limit: number;
}

const loaderOf = <K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): DataLoader<K, V, string> =>
  new DataLoader<K, V, string>(load, {
    cacheKeyFn: (key) => JSON.stringify(key),
    maxBatchSize: KEYS_PER_LOOK,
  });

const byKey = async <V>(
  umids: readonly Umid[],
  found: Promise<ReadonlyMap<Umid, V>>,
): Promise<readonly (V | undefined)[]> => {
  const values = await found;
  return umids.map((umid) => values.get(umid));
};

const createSegmentLoader = (expressions: Expressions, deadline: Deadline): SegmentLoader => {
  const loader = new DataLoader<Person, SegmentAnswers, Umid>(
    (persons) =>
      evaluateSegments(
        expressions,
        deadline,
        persons.map(({ material }) => material),
      ),
    { cacheKeyFn: ({ umid }) => umid },
  );
  return { of: (umid, material) => loader.load({ umid, material }) };
};
