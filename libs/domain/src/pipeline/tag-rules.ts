import type { Section } from './pipeline-rules.ts';

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
