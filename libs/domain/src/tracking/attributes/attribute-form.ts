import type { EpochMs } from '../../epoch.ts';
import type { EventId } from '../events/event.ts';

/** The number of a minute, hour, day or week since 1970; 0 for all where the rule has no window. */
export type Bucket = number;

/** By the number of the bucket. */
export type Buckets<T> = Readonly<Record<string, T>>;

/** A value and the event that brought it. */
export interface Sighting {
  readonly value: string;
  readonly time: EpochMs;
  readonly eventId: EventId;
}

/** Where something stands that is kept within bounds: newer buckets first, in each the smaller hashes first. */
export type Place = readonly [bucket: Bucket, hash: number];

/** How often there was an event. */
export interface CountForm {
  readonly kind: 'count';
  readonly rule: string;
  readonly buckets: Buckets<number>;
}

/** Sums in millionths, as decimal integers: exact, whatever the order. */
export interface SumForm {
  readonly kind: 'sum';
  readonly rule: string;
  readonly buckets: Buckets<string>;
}

/** The latest value: with a window it is the latest of every window that reaches it. */
export interface LatestForm extends Sighting {
  readonly kind: 'latest';
  readonly rule: string;
}

/** The first value of each bucket. */
export interface FirstForm {
  readonly kind: 'first';
  readonly rule: string;
  readonly buckets: Buckets<Sighting>;
}

/** How often there was which value; the keys begin with a colon, as a value may be `__proto__`. */
export interface TopForm {
  readonly kind: 'top';
  readonly rule: string;
  readonly buckets: Buckets<Readonly<Record<string, number>>>;
  /** What stands there or behind was too much to keep. */
  readonly cut?: Place;
}

/** In which bucket a value was there last, by the hash of the value. */
export interface DistinctForm {
  readonly kind: 'distinct';
  readonly rule: string;
  readonly seen: Readonly<Record<string, Bucket>>;
  /** What stands there or behind was too much to keep. */
  readonly cut?: Place;
}

/** The forms by their kinds. Each remembers the rule that it was made by: what another rule has made is never added. */
export interface Forms {
  readonly count: CountForm;
  readonly sum: SumForm;
  readonly latest: LatestForm;
  readonly first: FirstForm;
  readonly top: TopForm;
  readonly distinct: DistinctForm;
}

export type FormKind = keyof Forms;

/**
 * What a computed attribute comes to under one umid, in a form that adds up: combining two is associative and
 * commutative, so that neither the order of events nor the merge of profiles matters.
 */
export type AttributeForm = Forms[FormKind];

/** As forms were stored before they remembered their rules. */
export type FormerForm =
  | { readonly kind: 'count'; readonly count: number }
  | ({ readonly kind: 'latest' } & Sighting)
  | { readonly kind: 'top'; readonly counts: Readonly<Record<string, number>> };

export type StoredForm = AttributeForm | FormerForm;
