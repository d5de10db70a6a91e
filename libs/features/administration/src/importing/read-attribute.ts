import { ATTRIBUTE_LENGTH } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';

/** An attribute of a line, or why it is none; an empty one says nothing. */
export type ReadAttribute =
  | { readonly kind: 'read'; readonly value: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whether the account takes an attribute of this name from imports. */
export const isImported = ({ attributes }: Pick<AccountRules, 'attributes'>, name: string): boolean =>
  attributes.get(name)?.kind === 'imported';

/** Reads the value of an attribute: a text, or in JSON a number or a boolean, which is kept as a text. */
export const readAttribute = (name: string, given: unknown): ReadAttribute => {
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    return { kind: 'refused', reason: `${name}: must be a text, a number or a boolean` };
  const value = String(given).trim();
  if (value === '') return { kind: 'ignored' };
  return value.length > ATTRIBUTE_LENGTH
    ? { kind: 'refused', reason: `${name}: is longer than ${ATTRIBUTE_LENGTH} characters` }
    : { kind: 'read', value };
};
