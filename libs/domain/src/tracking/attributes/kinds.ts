import type { TrackedEvent } from '../events/event.ts';
import type { Bucket, FormKind, Forms } from './attribute-form.ts';
import type { CompiledRule } from '../../pipeline/account-rules.ts';
import { beginningOf } from '../events/whole-text.ts';

/** What one event brings to an attribute. */
export interface Contribution {
  readonly event: TrackedEvent;
  readonly bucket: Bucket;
  /** As the event has it; undefined where events are counted. */
  readonly value: unknown;
}

/** How the forms of one kind are made, added and read. */
export interface Calculus<Form> {
  /** null: the event brings nothing. */
  of(rule: CompiledRule, contribution: Contribution): Form | null;
  /** Associative and commutative. */
  add(rule: CompiledRule, a: Form, b: Form): Form;
  /** What is shown from that bucket on; '' where nothing is known. */
  value(rule: CompiledRule, form: Form, oldest: Bucket): string;
}

export type Calculi = { readonly [Kind in FormKind]: Calculus<Forms[Kind]> };

/** A value as a text of at most 512 characters; null where it is none. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? beginningOf(String(value), 512)
    : null;
