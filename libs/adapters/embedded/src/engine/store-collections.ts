import { openAuditCollections, type AuditCollections } from './audit-collections.ts';
import { openJson, openText, type Collection } from './collection.ts';
import { openDestinationCollections, type DestinationCollections } from './destination-collections.ts';
import type { RootDatabase } from 'lmdb';
import type { ConsentEntry, HeadTally } from '@kith/domain/consent';
import type { Device, Link, StoredProfile, Umid } from '@kith/domain/identity';
import type { Activity, DeadLetter, TrackedEvent } from '@kith/domain/tracking';
import type { CountedEvent, OutboxRow, OwnedIdentifier, StoredErasure } from './store-rows.ts';

/** Everything under `store`, with the key of each. */
export interface StoreCollections extends AuditCollections, DestinationCollections {
  /** [account, umid] */
  readonly profiles: Collection<StoredProfile>;
  /** [account, created or changed, state, source, time, umid]: a living profile */
  readonly personPlaces: Collection<true>;
  /** [account, umid that was absorbed]: the umid under which its profile lived when somebody last followed redirects */
  readonly shortcuts: Collection<Umid>;
  /** [account, umdid] */
  readonly devices: Collection<Device>;
  /** [account, digest of name and value] */
  readonly identifiers: Collection<OwnedIdentifier>;
  /** [account, digest, umid]: when the umid was last seen with the shared value */
  readonly holdings: Collection<number>;
  /** [account, digest, last seen, umid] */
  readonly holdingsByTime: Collection<Umid>;
  /** [account, umid, kind, key]: that something names the umid; a hint, for whoever removes the person */
  readonly ownershipIndex: Collection<true>;
  /** [account, keyed hash]: when the person was erased that it belongs to */
  readonly suppressions: Collection<number>;
  /** [account, id] */
  readonly erasures: Collection<StoredErasure>;
  /** ['wanted']: how often the file was to be scrubbed since it was */
  readonly scrubs: Collection<number>;
  /** [account, smaller umid, larger umid] */
  readonly links: Collection<Link>;
  /** [account, umid, last seen, other umid], for both umids of the link */
  readonly linksByTime: Collection<Link>;
  /** [account, umid, sequence] */
  readonly consent: Collection<ConsentEntry>;
  /** [account, bucket]: where the consent chains of the living profiles of the bucket stand */
  readonly headTallies: Collection<HeadTally>;
  /** [account, umid of the moment] */
  readonly activities: Collection<Activity>;
  /** [account, umid of the moment, time, event id] */
  readonly events: Collection<TrackedEvent>;
  /** [account, event id]: the time of the event */
  readonly eventIds: Collection<number>;
  /** [account, time, event id]: what statistics count the event by */
  readonly eventTimes: Collection<CountedEvent>;
  /** [account, time of receipt, event id]: the umid of the event */
  readonly receipts: Collection<Umid>;
  /** [account, last known sight, umid]: a visitor that may expire */
  readonly idle: Collection<true>;
  /** [account, umid]: where it stands in `idle` */
  readonly idleSince: Collection<number>;
  /** [first position of a commit] */
  readonly outbox: Collection<OutboxRow>;
  /** [topic, partition]: the position that follows what a consumer has taken in */
  readonly offsets: Collection<number>;
  /** [topic, partition, position of the first]: records of the log as log-record.ts writes them */
  readonly log: Collection<string>;
  /** [topic, partition, position] of the original */
  readonly deadLetters: Collection<DeadLetter>;
  /**
   * ['account', name], ['umid', umid], ['buried', when] or ['expiry', when], with the key; ['replay', until when,
   * digest]
   */
  readonly deadLetterMarks: Collection<true>;
  /** [digest]: how often the replay of the record was begun, and until when that is remembered */
  readonly replays: Collection<{ readonly begun: number; readonly until: number }>;
  /** ['outbox'] or ['log', topic, partition]: the position that the next item gets; none is ever used twice */
  readonly nextPositions: Collection<number>;
}

export const openStoreCollections = (root: RootDatabase): StoreCollections => ({
  profiles: openJson(root, 'profiles'),
  personPlaces: openJson(root, 'personPlaces'),
  shortcuts: openJson(root, 'shortcuts'),
  devices: openJson(root, 'devices'),
  identifiers: openJson(root, 'identifiers'),
  holdings: openJson(root, 'holdings'),
  holdingsByTime: openJson(root, 'holdingsByTime'),
  ownershipIndex: openJson(root, 'belongings'),
  suppressions: openJson(root, 'suppressions'),
  erasures: openJson(root, 'erasures'),
  scrubs: openJson(root, 'scrubs'),
  ...openAuditCollections(root),
  ...openDestinationCollections(root),
  links: openJson(root, 'links'),
  linksByTime: openJson(root, 'linksByTime'),
  consent: openJson(root, 'consent'),
  headTallies: openJson(root, 'headTallies'),
  activities: openJson(root, 'activities'),
  events: openJson(root, 'events'),
  eventIds: openJson(root, 'eventIds'),
  eventTimes: openJson(root, 'eventTimes'),
  receipts: openJson(root, 'receipts'),
  idle: openJson(root, 'idle'),
  idleSince: openJson(root, 'idleSince'),
  outbox: openJson(root, 'outbox'),
  offsets: openJson(root, 'offsets'),
  log: openText(root, 'log'),
  deadLetters: openJson(root, 'letters'),
  deadLetterMarks: openJson(root, 'letterMarks'),
  replays: openJson(root, 'replays'),
  nextPositions: openJson(root, 'nextPositions'),
});
