import type { EnrichmentValues, HttpStep } from '@kith/domain/pipeline';
import { failure } from './external-answer.ts';
import type { ExternalFailure } from './external-answer.ts';

/** The longest value, in characters. */
const LONGEST = 512;

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

const isValue = (value: unknown): value is string | number | boolean => {
  if (typeof value === 'string') return value.length <= LONGEST;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
};
