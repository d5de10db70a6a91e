import type {
  ConsentManagerKind,
  ConsentManagerRules,
  DataLayerGlobal,
  PipelineRules,
  Section,
} from '@kith/domain/pipeline';
import { signatureName } from '../info/signature-name.ts';

/** What the web tag of one pipeline is told: it stands in the script that every page of the site loads, so nothing in it is secret. */
export interface TagSettings {
  /** The name under which a browser keeps what was decided: pipelines of one account share it, and no others. */
  readonly keptAs: string;
  /** The origin to send to; absent: where the script was loaded from. */
  readonly endpoint?: string;
  /** Before all of these are granted nothing but consent is sent. */
  readonly requires: readonly string[];
  /** Whether Global Privacy Control keeps the visitor from being tracked. */
  readonly gpc: boolean;
  readonly dataLayer: readonly DataLayerGlobal[];
  readonly spa: boolean;
  readonly sections: readonly Section[];
  /** Identifiers, and signatures of identifiers, that go into the body. */
  readonly body: readonly string[];
  /** Those that go into the query string. */
  readonly query: readonly string[];
  /** The most bytes of the elements in one request. */
  readonly most: number;
  readonly manager?: TagManagerSettings;
}

/** How decisions of the site's consent manager become permissions. */
export interface TagManagerSettings {
  readonly kind: ConsentManagerKind;
  /** Per permission what must all have been agreed to. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly shown?: { readonly notification: string; readonly version?: number; readonly uxvariant?: string };
}

/** The most that browsers let a beacon carry, in bytes. */
const BEACON_BYTES = 65_536;
/** The part of it that is left to what stands around the elements: consent, identifiers. */
const AROUND = 0.1;

/** The settings of a pipeline's tag; null where it has none. `bodyBytes` is the most that the edge takes. */
export const tagSettings = (rules: PipelineRules, bodyBytes: number): TagSettings | null => {
  const { tag } = rules;
  if (tag === null) return null;
  const body = namesFrom(rules, 'body');
  return {
    keptAs: `kith.${rules.account.name}`,
    ...(tag.endpoint === null ? {} : { endpoint: tag.endpoint }),
    requires: tag.requires,
    gpc: tag.respectsGlobalPrivacyControl,
    dataLayer: tag.dataLayer,
    spa: tag.followsNavigation,
    sections: tag.sections,
    body,
    query: namesFrom(rules, 'query').filter((name) => !body.includes(name)),
    most: Math.floor(Math.min(bodyBytes, BEACON_BYTES) * (1 - AROUND)),
    ...(tag.consentManager === null ? {} : { manager: managerSettings(tag.consentManager) }),
  };
};

const namesFrom = ({ identifiers }: PipelineRules, place: 'body' | 'query'): readonly string[] =>
  identifiers
    .filter(({ sources }) => sources.some(({ from }) => from === place))
    .flatMap(({ rule }) => (rule.verify === undefined ? [rule.name] : [rule.name, signatureName(rule.name)]));

const managerSettings = ({ kind, permissions, shown }: ConsentManagerRules): TagManagerSettings => ({
  kind,
  needs: Object.fromEntries(permissions),
  ...(shown === null
    ? {}
    : {
        shown: {
          notification: shown.notification,
          ...(shown.version === null ? {} : { version: shown.version }),
          ...(shown.uxvariant === null ? {} : { uxvariant: shown.uxvariant }),
        },
      }),
});
