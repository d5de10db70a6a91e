import { openJson, openText } from './collection.ts';
import type { RootDatabase } from 'lmdb';
import type { ConsentEntry } from '@kith/domain/consent';
import type { Device, Identifier, Link, StoredProfile, Umid } from '@kith/domain/identity';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import type { AuditEntry, AuditHead } from '@kith/domain/privacy';
import type { OutboxItem } from '@kith/ports';
import type { Collection } from './collection.ts';
import type { StoredErasure } from './stored-erasure.ts';

/** An identifier and the umid that it belongs to; the key holds only its digest. */
export type OwnedIdentifier = Identifier & { readonly umid: Umid };

/** Everything under `store`, with the key of each. */
export interface StoreCollections {
  /** [account, umid] */
  readonly profiles: Collection<StoredProfile>;
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
  readonly belongings: Collection<true>;
  /** [account, keyed hash]: when the person was erased that it belongs to */
  readonly suppressions: Collection<number>;
  /** [account, id] */
  readonly erasures: Collection<StoredErasure>;
  /** [account, sequence] */
  readonly audit: Collection<AuditEntry>;
  /** [account] */
  readonly auditHeads: Collection<AuditHead>;
  /** [account, smaller umid, larger umid] */
  readonly links: Collection<Link>;
  /** [account, umid, last seen, other umid], for both umids of the link */
  readonly linksByTime: Collection<Link>;
  /** [account, umid, sequence] */
  readonly consent: Collection<ConsentEntry>;
  /** [account, umid of the moment] */
  readonly activities: Collection<Activity>;
  /** [account, umid of the moment, time, event id] */
  readonly events: Collection<TrackedEvent>;
  /** [account, event id]: the time of the event */
  readonly eventIds: Collection<number>;
  /** [position] */
  readonly outbox: Collection<OutboxItem>;
  /** [topic, partition]: the position that follows what a consumer has taken in */
  readonly offsets: Collection<number>;
  /** [topic, partition, position]: a record of the log as log-record.ts writes it */
  readonly log: Collection<string>;
  /** ['outbox'] or ['log', topic, partition]: the position that the next item gets; none is ever used twice */
  readonly nextPositions: Collection<number>;
}

export const openStoreCollections = (root: RootDatabase): StoreCollections => ({
  profiles: openJson(root, 'profiles'),
  shortcuts: openJson(root, 'shortcuts'),
  devices: openJson(root, 'devices'),
  identifiers: openJson(root, 'identifiers'),
  holdings: openJson(root, 'holdings'),
  holdingsByTime: openJson(root, 'holdingsByTime'),
  belongings: openJson(root, 'belongings'),
  suppressions: openJson(root, 'suppressions'),
  erasures: openJson(root, 'erasures'),
  audit: openJson(root, 'audit'),
  auditHeads: openJson(root, 'auditHeads'),
  links: openJson(root, 'links'),
  linksByTime: openJson(root, 'linksByTime'),
  consent: openJson(root, 'consent'),
  activities: openJson(root, 'activities'),
  events: openJson(root, 'events'),
  eventIds: openJson(root, 'eventIds'),
  outbox: openJson(root, 'outbox'),
  offsets: openJson(root, 'offsets'),
  log: openText(root, 'log'),
  nextPositions: openJson(root, 'nextPositions'),
});
