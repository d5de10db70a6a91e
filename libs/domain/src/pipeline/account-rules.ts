/** The tenant's name as it stands in the configuration; part of every key. */
export type AccountName = string;

/** How an identifier identifies (docs/behaviour.md#kinds-of-identifiers): a login, a network, or a mere look-up key. */
export type IdentifierKind = 'login' | 'network' | 'device';

/** One configured identifier of an account. */
export interface IdentifierRule {
  readonly name: string;
  readonly kind: IdentifierKind;
  /** A profile may hold several values; such names never conflict. */
  readonly many: boolean;
  /** The value is common to several profiles: it links them and never finds or merges one. */
  readonly shared: boolean;
  /** Two customers without a conflict merge when this identifier brings them together. */
  readonly merge: boolean;
  readonly lowercase: boolean;
  readonly pattern: RegExp | null;
  /** Each value must come signed; the file holds the secrets. Absent: whoever names a value is believed. */
  readonly verify?: VerifyRule;
}

/** Values carry hex HMAC-SHA256 under one of the secrets in this file (docs/behaviour.md#signed-identifiers). */
export interface VerifyRule {
  readonly secretFile: string;
}

/** One configured consent notification. */
export interface NotificationRule {
  readonly name: string;
  readonly versions: readonly number[];
  readonly current: number;
  /** The permissions that the notification tells about. */
  readonly covers: readonly string[];
  readonly uxvariants: readonly string[];
}

/** Which events a computed attribute looks at. */
export interface AttributeSelection {
  /** `page` or `action`. */
  readonly of: string;
  /** Members that must have exactly these values, as texts. */
  readonly where?: Readonly<Record<string, string>>;
  /** How far back it looks, in milliseconds; absent: over everything. */
  readonly windowMs?: number;
}

/** What is made of the events: how many they are, or something of the values of one of their members. */
export type ComputedRule = AttributeSelection &
  (
    | { readonly kind: 'count' }
    | {
        readonly kind: 'sum' | 'latest' | 'first' | 'top' | 'distinct';
        readonly member: string;
      }
  );

/** Where an attribute comes from: computed from tracking events, imported, or brought by enrichment. */
export type AttributeRule = ComputedRule | { readonly kind: 'imported' } | { readonly kind: 'enriched' };

/** How far back an attribute looks. Buckets are in UTC; weeks begin on Thursdays, as 1970 did. */
export interface AttributeWindow {
  readonly bucketMs: number;
  /** The bucket of now is one of them. */
  readonly buckets: number;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly kind: ComputedRule['kind'];
  readonly of: string;
  /** The member whose values count; null where events do. */
  readonly member: string | null;
  readonly where: readonly (readonly [member: string, value: string])[];
  readonly window: AttributeWindow | null;
  /** Says all of the above: forms with the same mark add up. */
  readonly mark: string;
}

/** The computed attributes of an account, ready for use; made once per configuration. */
export interface AttributePlan {
  readonly computed: ReadonlyMap<string, CompiledRule>;
  /** Says all of the rules. */
  readonly mark: string;
}

/** Which circumstances link two profiles (`nextBestIdentifiers`). */
export type LinkingRule = 'sharedIdentifier' | 'sameDevice';

/** For how long an account keeps what it stores, in milliseconds (docs/behaviour.md#expiry). */
export interface Retention {
  /** Tracking events, from their receipt. */
  readonly eventsMs: number;
  /** Visitors without an identifier and without a granted permission, from their last sight. */
  readonly visitorsMs: number;
  /** Records that could not be understood, from when they were laid aside. */
  readonly deadLettersMs: number;
}

/** What the configuration says of one account, ready for use: no look-up parses or compiles anything. */
export interface AccountRules {
  readonly name: AccountName;
  readonly owner: string;
  readonly identifiers: ReadonlyMap<string, IdentifierRule>;
  /** Values that never identify anybody, in lower case. */
  readonly blockedValues: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly notifications: ReadonlyMap<string, NotificationRule>;
  readonly linking: ReadonlySet<LinkingRule>;
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  /** Those of them that are computed, ready for use. */
  readonly plan: AttributePlan;
  /** Conditions in JSONata by the name of their segment; none has the name of an attribute. */
  readonly segments: ReadonlyMap<string, string>;
  readonly mergePermissions: 'latest' | 'identifiedWithdrawalWins';
  readonly retention: Retention;
}
