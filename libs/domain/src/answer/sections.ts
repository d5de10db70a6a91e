import { type Acknowledgement, toldDate } from '../consent/consent.ts';
import { notificationStatus } from '../consent/notification-status.ts';
import type { EpochMs } from '../epoch.ts';
import type { HeldIdentifier, Identifier, Profile } from '../identity/model/profile.ts';
import { byStrength, strongestOf } from '../identity/model/strength.ts';
import type { AccountRules } from '../pipeline/account-rules.ts';
import type { Section } from '../pipeline/pipeline-rules.ts';
import type { ActivitySum } from '../tracking/activity.ts';
import { attributeValues } from './attribute-values.ts';

/** Of each segment that was asked about, whether it holds; null where nobody can say. */
export type SegmentAnswers = ReadonlyMap<string, boolean | null>;

/** Times are ISO 8601 in UTC with milliseconds. */
export interface NotificationHistoryItem {
  readonly name: string;
  readonly version: number;
  readonly uxvariant?: string;
  readonly permissions: readonly string[];
  readonly date: string;
}

/** The sections of an info answer (docs/behaviour.md#sections-of-the-answer); absent ones were not asked for. */
export interface InfoSections {
  readonly identifiers?: readonly Identifier[];
  readonly nextBestIdentifiers?: readonly Identifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly permissionsLastModification?: Readonly<Record<string, string>>;
  readonly notificationHistory?: readonly NotificationHistoryItem[];
  readonly notificationStatus?: Readonly<Record<string, boolean>>;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The most linked profiles that an answer draws on, and the most identifiers of theirs that it shows. */
export const LINKED_PROFILES = 32;
export const LINKED_IDENTIFIERS = 64;

/** What the sections are made of. `linked` comes most recent first. */
export interface SectionMaterial {
  readonly account: AccountRules;
  readonly profile: Pick<
    Profile,
    'identifiers' | 'permissions' | 'acknowledged' | 'recentAcknowledgements' | 'attributes'
  >;
  readonly activity: ActivitySum;
  /** The moment that windows of attributes look back from. */
  readonly now: EpochMs;
  readonly linked: readonly Profile[];
  /** What is known of the account's segments; nothing where it is left out. */
  readonly segments?: SegmentAnswers;
}

/** The sections that were asked for; one that is empty is `{}` or `[]` (docs/behaviour.md#sections-of-the-answer). */
export const sectionsOf = (material: SectionMaterial, wanted: readonly Section[]): InfoSections =>
  wanted.reduce<InfoSections>((sections, section) => ({ ...sections, ...SECTIONS[section](material) }), {});

const NONE: SegmentAnswers = new Map();

const SECTIONS: Readonly<Record<Section, (material: SectionMaterial) => InfoSections>> = {
  attributes: (material) => ({
    attributes: {
      ...attributeValues(material),
      ...segmentTexts(material.account, material.segments ?? NONE),
    },
  }),
  identifiers: ({ account, profile }) => ({ identifiers: shownIdentifiers(account, profile).map(plain) }),
  nbidentifiers: (material) => ({ nextBestIdentifiers: nextBestIdentifiers(material) }),
  notifications: ({ account, profile }) => ({
    notificationHistory: profile.recentAcknowledgements.map(historyItem),
    notificationStatus: notificationStatus(account, profile.acknowledged),
  }),
  permissions: ({ account, profile }) => {
    const decided = Object.entries(profile.permissions).filter(([name]) => account.permissions.has(name));
    return {
      permissions: Object.fromEntries(decided.map(([name, { granted }]) => [name, granted])),
      permissionsLastModification: Object.fromEntries(
        decided.map(([name, { modifiedAt }]) => [name, isoTime(modifiedAt)]),
      ),
    };
  },
};

/** The identifiers of linked profiles that are not the profile's own, each once, strongest and newest first. */
const nextBestIdentifiers = ({ account, profile, linked }: SectionMaterial): readonly Identifier[] => {
  const seen = new Set(profile.identifiers.map(keyOf));
  const others = linked
    .flatMap((one) => shownIdentifiers(account, one))
    .filter((identifier) => !seen.has(keyOf(identifier)) && seen.add(keyOf(identifier)));
  return others
    .sort(
      (a, b) => byStrength(strongestOf(account, [b]), strongestOf(account, [a])) || b.lastSeen - a.lastSeen,
    )
    .slice(0, LINKED_IDENTIFIERS)
    .map(plain);
};

/** What a profile shows: values whose name has left the configuration are kept for its return. */
export const shownIdentifiers = (
  account: Pick<AccountRules, 'identifiers'>,
  { identifiers }: Pick<Profile, 'identifiers'>,
): readonly HeldIdentifier[] => identifiers.filter(({ name }) => account.identifiers.has(name));

const keyOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

const plain = ({ name, value }: Identifier): Identifier => ({ name, value });

const historyItem = ({
  name,
  version,
  uxvariant,
  permissions,
  ...times
}: Acknowledgement): NotificationHistoryItem => ({
  name,
  version,
  ...(uxvariant === null ? {} : { uxvariant }),
  permissions,
  date: isoTime(toldDate(times)),
});

const isoTime = (at: number): string => new Date(at).toISOString();

/** All segments as the info answer shows them among the attributes: 'true', 'false', and '' where nobody can say. */
export const segmentTexts = (
  { segments }: Pick<AccountRules, 'segments'>,
  answers: SegmentAnswers,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(segments.keys(), (name) => [name, String(answers.get(name) ?? '')]));
