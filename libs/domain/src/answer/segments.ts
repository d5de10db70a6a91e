import type { EpochMs } from '../epoch.ts';
import type { Profile } from '../identity/model/profile.ts';
import type { AccountRules, AttributeRule } from '../pipeline/account-rules.ts';
import { lastSightOf } from '../privacy/expiry.ts';
import type { ActivitySum } from '../tracking/activity.ts';
import { attributeValues } from './attribute-values.ts';
import { shownIdentifiers } from './sections.ts';

/** What segments are decided from; `activity` is the sum over the profile's umid and those that it absorbed. */
export interface SegmentMaterial {
  readonly account: Pick<
    AccountRules,
    'name' | 'attributes' | 'plan' | 'segments' | 'identifiers' | 'permissions'
  >;
  readonly profile: Pick<
    Profile,
    'state' | 'source' | 'createdAt' | 'lastSeenAt' | 'identifiers' | 'permissions' | 'attributes'
  >;
  readonly activity: ActivitySum;
  /** When it is asked. */
  readonly now: EpochMs;
}

/** What a condition finds as `$` (docs/segments.md): plain JSON, times in epoch milliseconds. */
export interface SegmentInput {
  readonly now: EpochMs;
  /** 0 for an anonymous visitor, 1 for an identified customer, as in the info answer. */
  readonly state: 0 | 1;
  /** The same in a word, as in GraphQL. */
  readonly category: 'visitor' | 'customer';
  /** The pipeline that created the profile. */
  readonly source: string;
  readonly createdAt: EpochMs;
  readonly lastSeen: EpochMs;
  /** All values by name. */
  readonly identifiers: Readonly<Record<string, readonly string[]>>;
  /** Those that were decided. */
  readonly permissions: Readonly<Record<string, boolean>>;
  /** Numbers where the rule counts or adds, else texts; a text that is not known is absent. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** How many there were. */
  readonly events: number;
  /** Absent where there was none. */
  readonly lastEventAt?: EpochMs;
}

/** What the conditions of an account are asked about. */
export const segmentInput = (material: SegmentMaterial): SegmentInput => {
  const { account, profile, activity, now } = material;
  return {
    now,
    state: profile.state === 'customer' ? 1 : 0,
    category: profile.state,
    source: profile.source,
    createdAt: profile.createdAt,
    lastSeen: lastSightOf(profile, [activity]),
    identifiers: identifierValues(material),
    permissions: Object.fromEntries(
      Object.entries(profile.permissions)
        .filter(([name]) => account.permissions.has(name))
        .map(([name, { granted }]) => [name, granted]),
    ),
    attributes: typedAttributes(material),
    events: activity.events,
    ...(activity.events === 0 ? {} : { lastEventAt: activity.lastEventAt }),
  };
};

/**
 * A condition as it is evaluated: it holds where JSONata's `$boolean` says so, and what it selects on the way stays
 * where it is evaluated.
 */
export const segmentExpression = (condition: string): string => `$boolean((${condition}))`;

/** What JSONata's `$boolean` made: nothing where the condition came to nothing. */
export const holds = (output: unknown): boolean => output === true;

const identifierValues = ({ account, profile }: SegmentMaterial): SegmentInput['identifiers'] => {
  const values: Record<string, string[]> = {};
  for (const { name, value } of shownIdentifiers(account, profile)) (values[name] ??= []).push(value);
  return values;
};

const typedAttributes = (material: SegmentMaterial): SegmentInput['attributes'] => {
  const { attributes: rules } = material.account;
  const known = Object.entries(attributeValues(material)).filter(
    ([name, text]) => text !== '' || isNumber(rules.get(name)),
  );
  return Object.fromEntries(
    known.map(([name, text]) => [name, isNumber(rules.get(name)) ? numberOf(text) : text]),
  );
};

/** Rules whose value is a number, 0 where nothing is known yet. */
const NUMERIC: ReadonlySet<string> = new Set(['count', 'sum', 'distinct']);

/** `1024+` of different values is 1024 at least. */
const numberOf = (text: string): number => (text === '' ? 0 : Number.parseFloat(text));

const isNumber = (rule: AttributeRule | undefined): boolean => rule !== undefined && NUMERIC.has(rule.kind);
