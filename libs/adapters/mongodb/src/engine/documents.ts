import type { Timestamp } from 'mongodb';

/*
 * Values of the domain are stored as JSON text (`body`): what a visitor sent, member names such as `$`, `a.b` or
 * `__proto__` among it, comes back as it was. Beside it stand, as fields, what the database compares, finds, sorts or
 * removes by. `_id` begins with the account; so does every other field that is a key.
 */

/** What decisions read and write, in one collection; identity-keys.ts has the keys, by kind. */
export type IdentityDocument =
  ProfileDocument | DeviceDocument | IdentifierDocument | HolderDocument | LinkDocument | SuppressionDocument;

/** [account, p, umid]: a living profile, or what a merge left. */
export type ProfileDocument = LivingDocument | RedirectDocument;

export interface LivingDocument {
  readonly _id: string;
  readonly version: number;
  readonly account: string;
  readonly state: string;
  /** The pipeline that created it. */
  readonly source: string;
  /** When it was created, as a place: see person-place.ts. */
  readonly created: string;
  /** When it changed last, as a place. */
  readonly changed: string;
  /** Since when nobody is known to have seen a visitor that may expire; absent where something keeps the profile. */
  readonly idleSince?: Date;
  /** Counts transactions that relied on the document as it stands. */
  readonly guarded?: number;
  readonly body: string;
}

export interface RedirectDocument {
  readonly _id: string;
  readonly version: number;
  readonly account: string;
  /** The umid that the merge made it lead to. */
  readonly to: string;
  /** A hint: the umid of the profile that lived at the end of the way when somebody last went it. */
  readonly shortcut?: string;
  /** What undoing the merge needs; apart, so that nobody who follows a redirect has to read it. */
  readonly journal: string | null;
}

/** [account, b, bucket]: where the consent chains of the living profiles of the bucket stand. */
export interface HeadTallyDocument {
  readonly _id: string;
  readonly version: number;
  readonly count: number;
  readonly sum: string;
  readonly mac: string;
}

/** [account, d, umdid] */
export interface DeviceDocument {
  readonly _id: string;
  /** The binding version. */
  readonly version: number;
  /** The owner: the umid that it was bound to, before merges led it on. */
  readonly of: string;
  readonly lastSeenAt: Date;
  /** Counts transactions that relied on the document as it stands. */
  readonly guarded?: number;
  readonly body: string;
}

/** [account, i, digest of name and value]: the value itself stands only in the profile. */
export interface IdentifierDocument {
  readonly _id: string;
  /** The owner: the umid that it belongs to. */
  readonly of: string;
}

/** [account, h, digest of a shared identifier, umid]: a profile that has the value. */
export interface HolderDocument {
  readonly _id: string;
  /** The owner: the umid that has the value. */
  readonly of: string;
  /** [account, h, digest]: the identifier. */
  readonly around: string;
  /** Epoch milliseconds. */
  readonly lastSeen: number;
}

/** [account, l, umid, other umid]: a link as one of its two ends sees it. */
export interface LinkDocument {
  readonly _id: string;
  /** [account, l, umid] */
  readonly around: string;
  readonly umids: readonly [string, string];
  readonly why: string;
  /** Epoch milliseconds. */
  readonly lastSeen: number;
}

/** [account, s, keyed hash]: something of a person who was erased. */
export interface SuppressionDocument {
  readonly _id: string;
  /** When the person was erased; epoch milliseconds. */
  readonly at: number;
}

/** [account, umid, sequence] */
export interface ConsentDocument {
  readonly _id: string;
  /** [account, umid]; what a sharded cluster spreads by. */
  readonly of: string;
  readonly sequence: number;
  readonly at: Date;
  readonly body: string;
}

/** [account, umid of the moment] */
export interface ActivityDocument {
  readonly _id: string;
  readonly events: number;
  readonly lastEventAt: Date;
  /** How often a recount has written it; absent: never. */
  readonly recounted?: number;
  readonly body: string;
}

/** [account, event id] */
export interface EventDocument {
  readonly _id: string;
  readonly account: string;
  /** [account, umid of the moment] */
  readonly of: string;
  readonly type: string;
  readonly pipeline: string;
  /** By what statistics count it; absent where it has no name. */
  readonly name?: string;
  /** Orders the events of a umid; epoch milliseconds. */
  readonly time: number;
  readonly receivedAt: Date;
  readonly body: string;
}

/** Change events of a commit, or of a group of commits, in one range of buckets, that wait to be published. */
export interface OutboxDocument {
  /** Random per commit, then the place among its rows. */
  readonly _id: string;
  /** The range of all umids in it; absent where a program of before layout 10 has left changes of several ranges. */
  readonly range?: number;
  /** [account, umid of the profile that a change is about], each once. */
  readonly of: readonly string[];
  /** The cluster's time when it was written: later than the commit of everything that its commit had seen. */
  readonly at: Timestamp;
  /** The changes as a list, each with its account; null in the place of one that has left. */
  readonly body: string;
}

/** A single change event, as versions before left it. */
export interface FormerOutboxDocument {
  /** Random per commit, then the place among its changes. */
  readonly _id: string;
  readonly account: string;
  /** [account, umid of the profile that it is about] */
  readonly of: string;
  readonly at: Timestamp;
  readonly body: string;
}

/**
 * [topic, partition]: the position that follows what a consumer has taken in; or [account, `suppressed`]: how often
 * something of a person was suppressed.
 */
export interface OffsetDocument {
  readonly _id: string;
  readonly position: number;
}

/** [account, id]: an erasure under way. */
export interface ErasureDocument {
  readonly _id: string;
  readonly account: string;
  readonly body: string;
}

/** Whose turn it is to do what one process does for all. */
export interface TurnDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** Who publishes which range of the outbox. */
export interface OutboxOwnersDocument {
  readonly _id: 'outbox';
  readonly version: number;
  /** When a member renewed last. */
  readonly now: Date;
  readonly members: readonly { readonly id: string; readonly until: Date }[];
  readonly owners: readonly (string | null)[];
}

/** [account, sequence]: something that an administrator did. */
export interface AuditDocument {
  readonly _id: string;
  readonly account: string;
  readonly body: string;
}

/** [account]: the last entry of the audit trail. */
export interface AuditHeadDocument {
  readonly _id: string;
  readonly sequence: number;
  readonly mac: string;
}

/** A key of dead-letter-documents.ts: a record that can never be processed, and waits for an administrator. */
export interface DeadLetterDocument {
  readonly _id: string;
  /** Absent where the record names none. */
  readonly account?: string;
  /** The umid that the record's key names; absent where it names none. */
  readonly umid?: string;
  readonly buriedAt: Date;
  readonly expiresAt: Date;
  /** The dead letter as JSON, without the original record. */
  readonly told: string;
  readonly original: string;
}

/** [digest of a record]: how often its replay was begun. */
export interface ReplayDocument {
  readonly _id: string;
  readonly begun: number;
  readonly expiresAt: Date;
}
