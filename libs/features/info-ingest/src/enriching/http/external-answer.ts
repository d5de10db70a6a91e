import { structureFault } from '@kith/contracts';
import type { EnrichmentOutcome, OutgoingOutcome } from '@kith/ports';
import type { EnrichmentValues, HttpStep } from '@kith/domain/pipeline';

/** Why an external system's answer does not count; `detail` is for the log and shows nothing of what was sent or said. */
export type ExternalFailure = Extract<EnrichmentOutcome, { readonly kind: 'failed' }> & {
  readonly detail: string;
};

/** What an external system said: JSON, that it knows nobody, or nothing that counts. */
export type ExternalAnswer =
  { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'nothing' } | ExternalFailure;

/** Statuses that say: nobody of that name is known here. */
const UNKNOWN = [204, 404, 410];

/** A failure of no kind of its own. */
export const failure = (detail: string): ExternalFailure => ({ kind: 'failed', why: 'error', detail });

/** Reads what came of a call. */
export const externalAnswer = (outcome: OutgoingOutcome): ExternalAnswer => {
  if (outcome.kind === 'failed') {
    return { ...outcome, why: outcome.why === 'unreachable' ? 'error' : outcome.why };
  }
  const { status, body } = outcome;
  if (UNKNOWN.includes(status)) return { kind: 'nothing' };
  return status >= 200 && status < 300 ? jsonIn(body) : failure(`answered with status ${status}`);
};

/** No deeper than what a caller may send: a mapping would have to walk through it. */
const jsonIn = (text: string): ExternalAnswer => {
  try {
    const value: unknown = JSON.parse(text);
    return structureFault(value) === null ? { kind: 'json', value } : failure('the answer is too deep');
  } catch {
    return failure('the answer is no JSON');
  }
};

/** The values of an answer, or why it has none. */
export type MappedValues =
  | { readonly kind: 'found'; readonly values: EnrichmentValues }
  | { readonly kind: 'nothing' }
  | ExternalFailure;

/**
 * What an expression made of an answer: texts, numbers, true and false, each under a name of the step; null and '' say
 * nothing. Anything else is not what the operator meant.
 */
export const mappedValues = ({ names }: Pick<HttpStep, 'names'>, output: unknown): MappedValues => {
  if (output === undefined || output === null) return { kind: 'nothing' };
  if (typeof output !== 'object' || Array.isArray(output)) return failure('the mapping made no object');
  const given = Object.entries(output).filter(([, value]) => value !== null && value !== '');
  const unfit = given.find(([name, value]) => !names.has(name) || !isValue(value));
  if (unfit !== undefined) return failure(`the mapping made of ${unfit[0]} what is no value`);
  const values = Object.fromEntries(given) as EnrichmentValues;
  return given.length === 0 ? { kind: 'nothing' } : { kind: 'found', values };
};

/** The longest value, in characters. */
const MAX_LENGTH = 512;

const isValue = (value: unknown): value is string | number | boolean => {
  if (typeof value === 'string') return value.length <= MAX_LENGTH;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
};
