import type { AttributeRule, AttributeSelection } from '@kith/domain/pipeline';
import { COMPUTED_RULES, type AttributeDocument } from './attribute-schema.ts';
import { compileDuration } from './members/duration.ts';

/** The rule of an attribute, ready for use. */
export const compileAttribute = (_name: string, document: AttributeDocument): AttributeRule => {
  const kind = COMPUTED_RULES.find((rule) => document[rule] !== undefined);
  if (kind === undefined) return { kind: 'imported' };
  const [of = '', member = ''] = (document[kind] ?? '').split('.');
  const selection = { of, ...limitsOf(document) };
  return kind === 'count' ? { kind, ...selection } : { kind, ...selection, member };
};

const limitsOf = ({ window, where }: AttributeDocument): Omit<AttributeSelection, 'of'> => ({
  ...(where === undefined ? {} : { where: textsOf(where) }),
  ...(window === undefined ? {} : { windowMs: compileDuration(window) }),
});

const textsOf = (where: NonNullable<AttributeDocument['where']>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(where).map(([member, value]) => [member, String(value)]));
