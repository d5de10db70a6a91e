import type { AccountRules, IdentifierRule } from './account-rules.ts';
import type { BotKind, EnrichmentStep } from './enrichment/index.ts';

/** The parts of a profile that an info answer can show (docs/behaviour.md#sections-of-the-answer). */
export type Section = 'attributes' | 'identifiers' | 'nbidentifiers' | 'notifications' | 'permissions';

/** Where an identifier may come from; header names are in lower case. */
export type IdentifierSource =
  | { readonly from: 'query' }
  | { readonly from: 'body' }
  | { readonly from: 'header'; readonly name: string }
  | { readonly from: 'cookie'; readonly name: string };

/** An identifier that a pipeline takes, with its sources in order of priority. */
export interface PipelineIdentifier {
  readonly rule: IdentifierRule;
  readonly sources: readonly IdentifierSource[];
}

/** The `umdid` cookie of a pipeline; `maxAge` in seconds. */
export interface CookieRules {
  readonly domain: string;
  readonly maxAge: number;
  /** Before this permission is granted no cookie is set and no profile stored; null: neither waits. */
  readonly requires: string | null;
}

/**
 * Who may read sections by an identifier that nobody vouches for: everybody, a device that was bound to the profile
 * before the request, or nobody (docs/behaviour.md#what-identifiers-open).
 */
export type UnverifiedReads = 'full' | 'bound' | 'none';

/** So many requests in so many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
  /**
   * Whether addresses that are not public count as well: a default that does would take the load balancer of a site
   * for one visitor.
   */
  readonly everywhere: boolean;
}

/** How much one address, and one device, may ask of a pipeline. */
export interface RateLimits {
  readonly perAddress: RateLimit;
  readonly perDevice: RateLimit;
}

/** A foreign data layer that Kith knows (docs/behaviour.md#data-layers). */
export type DataLayerPresetName = 'gtm' | 'w3c' | 'tealium' | 'adobe';

/** An own mapping of a pipeline: a JSONata expression. */
export interface MappingRule {
  readonly name: string;
  readonly expression: string;
}

/** What becomes of requests of bots (docs/behaviour.md#bots). */
export interface BotRules {
  /** What counts as a bot. */
  readonly kinds: ReadonlySet<BotKind>;
  /** Nothing of a bot's request without cookie and identifiers is stored; else its events are flagged. */
  readonly drop: boolean;
}

/** A global variable of a page that the web tag can read. */
export type DataLayerGlobal = 'dataLayer' | 'adobeDataLayer' | 'digitalData' | 'utag_data';

/** A consent manager that the web tag can listen to. */
export type ConsentManagerKind = 'tcf' | 'googleConsentMode' | 'oneTrust' | 'usercentrics';

/** What the visitor was shown when the manager asked. */
export interface ShownNotification {
  readonly notification: string;
  readonly version: number | null;
  readonly uxvariant: string | null;
}

/** How decisions of a consent manager become permissions. */
export interface ConsentManagerRules {
  readonly kind: ConsentManagerKind;
  /**
   * Per permission everything that must have been agreed to: categories or services by name; of TCF purposes as `p1` and
   * vendors as `v755`.
   */
  readonly permissions: ReadonlyMap<string, readonly string[]>;
  /** Told with each change; null: changes acknowledge nothing. */
  readonly shown: ShownNotification | null;
}

/** How the web tag of a pipeline behaves (docs/decisions/0034-web-tag.md). */
export interface TagRules {
  /** Before all of these are granted it sends nothing but consent. */
  readonly requires: readonly string[];
  readonly dataLayer: readonly DataLayerGlobal[];
  readonly followsNavigation: boolean;
  readonly sections: readonly Section[];
  readonly respectsGlobalPrivacyControl: boolean;
  /** The origin that it sends to; null: where it was loaded from. */
  readonly endpoint: string | null;
  readonly consentManager: ConsentManagerRules | null;
}

/** One configured entry point of an account: `/op/{name}/info`. */
export interface PipelineRules {
  readonly name: string;
  readonly account: AccountRules;
  /** null: a pipeline for servers, which neither reads nor sets the cookie. */
  readonly cookie: CookieRules | null;
  /** Other origins whose pages may call, as the `Origin` header spells them. */
  readonly origins: ReadonlySet<string>;
  /** In order of priority: the first that finds a profile is believed. */
  readonly identifiers: readonly PipelineIdentifier[];
  readonly sections: ReadonlySet<Section>;
  /** The foreign data layers that it knows, in the order in which they are asked. */
  readonly dataLayer: readonly DataLayerPresetName[];
  /** Asked before these, in order: the first that makes something of an element has it. */
  readonly mappings: readonly MappingRule[];
  /** Outside knowledge that its requests are enriched with, side by side. */
  readonly enrich: readonly EnrichmentStep[];
  readonly bots: BotRules;
  /** Without this permission tracking events are dropped and counted. */
  readonly trackingRequires: string | null;
  readonly scriptContentType: string;
  readonly unverifiedReads: UnverifiedReads;
  /** The file with the bearer keys that callers must show; null: anybody may call. */
  readonly access: { readonly keyFile: string } | null;
  readonly rateLimits: RateLimits;
  /** null: the pipeline serves no web tag. */
  readonly tag: TagRules | null;
}
