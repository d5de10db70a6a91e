import type { AccountName } from '../pipeline/account-rules.ts';

/** What makes the payload: nothing (the documented form), an expression in JSONata, or a public format. */
export type TransformRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'jsonata'; readonly expression: string }
  | { readonly kind: 'metaConversions'; readonly preset: MetaConversionsRule }
  | { readonly kind: 'googleCustomerMatch'; readonly preset: GoogleCustomerMatchRule };

/** The names of the account's identifiers that hold what a campaign system finds people by; null: not shared. */
export interface MatchingNames {
  /** E-mail addresses, or their SHA-256. */
  readonly email: string | null;
  /** Phone numbers with their country code, or their SHA-256. */
  readonly phone: string | null;
}

/** Meta's Conversions API: server events. */
export interface MetaConversionsRule extends MatchingNames {
  /** The advertiser's own id of the person. */
  readonly externalId: string | null;
  readonly actionSource: string;
  /** Shows the events in Meta's test tool, and counts them nowhere else. */
  readonly testEventCode: string | null;
}

/** Google Ads customer match: members of a user list. */
export interface GoogleCustomerMatchRule extends MatchingNames {
  /** `customers/{customer}/userLists/{list}`. */
  readonly userList: string;
}

/** A secret that stands in a file. */
export interface SecretFile {
  readonly file: string;
}

/** HTTPS POSTs to one address. */
export interface WebhookTarget {
  readonly type: 'webhook';
  readonly url: string;
  /** Secrets that sign (Standard Webhooks), the first and older ones; null: unsigned. */
  readonly secretFile: string | null;
  /** The token that opens the receiver, read again for each call: others may renew it. */
  readonly authorization: WebhookAuthorization | null;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string | SecretFile>;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
}

/** Where a token goes: `Authorization: Bearer`, or a parameter of the address. */
export type WebhookAuthorization =
  | { readonly in: 'header'; readonly tokenFile: string }
  | { readonly in: 'query'; readonly parameter: string; readonly tokenFile: string };

/** A topic of somebody's Kafka. */
export interface KafkaTarget {
  readonly type: 'kafka';
  readonly brokers: readonly string[];
  readonly topic: string;
  /** null: without TLS. `caFile` null: the certificates that Node trusts. */
  readonly tls: { readonly caFile: string | null } | null;
  readonly login: KafkaTargetLogin | null;
  readonly allowPrivate: boolean;
}

/** How a user of Kafka proves who it is. */
export interface KafkaTargetLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly passwordFile: string;
}

/** Files in a directory. */
export interface FileTarget {
  readonly type: 'file';
  readonly directory: string;
  readonly format:
    { readonly kind: 'ndjson' } | { readonly kind: 'csv'; readonly columns: readonly string[] };
  /** A file that has so many bytes, or that began so long ago, is closed and gets its final name. */
  readonly rotation: { readonly bytes: number; readonly ms: number };
  readonly gzip: boolean;
}

/** Where deliveries go. */
export type DestinationTarget = WebhookTarget | KafkaTarget | FileTarget;

/** What the configuration says of one destination, ready for use. */
export interface DestinationRules {
  readonly account: AccountName;
  /** Unique within its account. */
  readonly name: string;
  /** Types as they stand in the log: `kith.consent.changed`. */
  readonly events: ReadonlySet<string>;
  /** The name of a segment of the account: nothing is delivered of who is not in it; null: of everybody something may be. */
  readonly segment: string | null;
  /** Nothing is delivered of who has not granted all of them. */
  readonly requires: readonly string[];
  /** The names whose values may leave. */
  readonly identifiers: ReadonlySet<string>;
  readonly transform: TransformRule;
  /** Whether it waits for `kith destinations resume` where nobody has said anything of it yet. */
  readonly startsPaused: boolean;
  readonly target: DestinationTarget;
}
