/**
 * The types of the web tag, for the pages that use it: `window.kith`, `window.fcData` and the events. It stands alone:
 * a site can copy it, or its built `.d.ts`.
 */

/** What an answer may show beside `umid` and `state`. */
export type KithSection = 'attributes' | 'identifiers' | 'nbidentifiers' | 'notifications' | 'permissions';

/** The answer of an info request; a section that was not asked for, or may not be read, is absent. */
export interface KithAnswer {
  /** Unified Marketing Identifier: names the profile. */
  readonly umid: string;
  /** 0 anonymous visitor, 1 identified customer. */
  readonly state: 0 | 1;
  readonly identifiers?: readonly KithIdentifier[];
  readonly nextBestIdentifiers?: readonly KithIdentifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  /** ISO 8601. */
  readonly permissionsLastModification?: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly notificationHistory?: readonly KithNotification[];
  readonly notificationStatus?: Readonly<Record<string, boolean>>;
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface KithIdentifier {
  readonly name: string;
  readonly value: string;
}

/** A notification that the visitor has acknowledged. */
export interface KithNotification {
  readonly name: string;
  readonly version: number;
  readonly uxvariant?: string;
  readonly permissions: readonly string[];
  /** ISO 8601. */
  readonly date: string;
}

/** A page view; `name` is the document's title and `url` its address where they are left out. */
export interface KithPage {
  name?: string;
  action?: string;
  url?: string;
  [member: string]: unknown;
}

/** Something that the visitor did. */
export interface KithAction {
  name?: string;
  action?: string;
  category?: string;
  label?: string;
  [member: string]: unknown;
}

/** What the visitor was shown when the decision was made. */
export interface KithShown {
  notification?: string;
  version?: number;
  uxvariant?: string;
}

/**
 * Every call answers with a promise of the answer to the request that carried it, and with null where there is none
 * now: the visitor has refused, or there is no connection (what is to be kept is sent later). A call that waits for a
 * permission settles when the visitor has decided. No promise rejects, and no call throws.
 */
export interface Kith {
  (call: 'page', page?: KithPage): Promise<KithAnswer | null>;
  (call: 'track', action: KithAction): Promise<KithAnswer | null>;
  /** Names the visitor by identifiers of the pipeline; `{name}_sig` beside one carries its signature. */
  (call: 'identify', identifiers: Record<string, string | number>): Promise<KithAnswer | null>;
  (call: 'consent', permissions: Record<string, boolean>, shown?: KithShown): Promise<KithAnswer | null>;
  /** Asks for sections; for those of the configuration where none is named. */
  (call: 'info', sections?: Partial<Record<KithSection, boolean>>): Promise<KithAnswer | null>;
  /** A logout: gives the browser a fresh device and visitor; the old device keeps its profile. */
  (call: 'reset'): Promise<KithAnswer | null>;
}

/** The detail of `kith:sent`, at each attempt to send. */
export interface KithSent {
  url: string;
  body: Record<string, unknown>;
  by: 'fetch' | 'beacon';
}

declare global {
  interface Window {
    kith: Kith;
    /** The last answer. */
    fcData?: KithAnswer;
  }
  interface WindowEventMap {
    'kith:sent': CustomEvent<KithSent>;
    'kith:answer': CustomEvent<KithAnswer>;
    /** An element, or an entry of a data layer, that is not sent and never will be. */
    'kith:dropped': CustomEvent<unknown>;
  }
}
