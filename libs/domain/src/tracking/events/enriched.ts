import type { EpochMs } from '../../epoch.ts';
import type { Umdid, Umid } from '../../identity/model/ids.ts';
import type { AttributeRule } from '../../pipeline/account-rules.ts';
import type { EnrichmentValues } from '../../pipeline/enrichment/index.ts';
import type { EventId } from './event.ts';
import { beginningOf } from './whole-text.ts';

/**
 * What a request brought to its profile from outside: its steps' values by the names that are shown. A step that answered
 * brings all that it can add, '' for what it did not find, so that no value of another moment stays beside them.
 */
export interface Enrichment {
  /** Of the event that it came with, or its own: of two at the same moment the greater one counts. */
  readonly id: EventId;
  readonly umdid: Umdid;
  readonly umid: Umid;
  /** The device's binding version when the request was accepted. */
  readonly bindingVersion: number;
  readonly pipeline: string;
  readonly receivedAt: EpochMs;
  readonly values: EnrichmentValues;
}

/** An attribute that enrichment brought, as activity holds it; '' was not found, and comes before what is older. */
export interface EnrichedForm {
  readonly value: string;
  readonly time: EpochMs;
  readonly id: EventId;
}

/** Attributes that enrichment brought, by name. */
export type Enriched = Readonly<Record<string, EnrichedForm>>;

const NONE: Enriched = {};

/** The longest value that a profile keeps, in UTF-16 units. */
const MAX_VALUE = 512;

/** A value as attributes show it: a text. */
export const enrichedText = (value: string | number | boolean): string =>
  beginningOf(String(value), MAX_VALUE);

/** What holds enriched attributes: an activity. */
interface Holding {
  readonly enriched?: Enriched;
}

/**
 * The activity with what a request brought in it; that is no event. What the account's rules do not know as enriched is
 * left out: the pipeline may have had other steps at the time.
 */
export const withEnrichment = <A extends Holding>(
  activity: A,
  rules: ReadonlyMap<string, AttributeRule>,
  { id, receivedAt: time, values }: Pick<Enrichment, 'id' | 'receivedAt' | 'values'>,
): A => {
  const known = Object.entries(values).filter(([name]) => rules.get(name)?.kind === 'enriched');
  const forms = known.map(([name, value]) => [name, { value: enrichedText(value), time, id }] as const);
  const before = activity.enriched ?? NONE;
  const enriched = addEnriched(before, Object.fromEntries(forms));
  return enriched === before ? activity : { ...activity, enriched };
};

/** What is known of an enriched attribute, '' where nothing is. */
export const enrichedValue = ({ enriched = NONE }: Holding, name: string): string =>
  enriched[name]?.value ?? '';

/** Of each attribute the latest: neither the order of arrival nor the merge of profiles matters. */
export const addEnriched = (a: Enriched = NONE, b: Enriched = NONE): Enriched => {
  const news = Object.entries(b).filter(([name, told]) => isLater(told, a[name]));
  return news.length === 0 ? a : { ...a, ...Object.fromEntries(news) };
};

const isLater = (told: EnrichedForm, held: EnrichedForm | undefined): boolean =>
  held === undefined || told.time > held.time || (told.time === held.time && told.id > held.id);

/** The member of an activity that holds them; none where there are none. */
export const enrichedMember = (enriched: Enriched): Holding =>
  Object.keys(enriched).length === 0 ? {} : { enriched };
