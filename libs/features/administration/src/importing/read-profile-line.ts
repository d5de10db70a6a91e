import { ATTRIBUTE_LENGTH, type HeldAttributes, type Identifier } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ImportLine } from '@kith/ports';
import { readIdentifier, shown } from './read-identifier.ts';
import { refused, TIME_NAMES, type ReadLine } from './told-line.ts';

const STRONGEST_FIRST = ['login', 'network', 'device'] as const;

type Member = readonly [name: string, value: unknown];
/** Something of a line, or why the whole line is refused. */
type Part<T> = { readonly kind: 'read'; readonly part: T } | (ReadLine & { readonly kind: 'refused' });

/** An attribute of a line, or why it is none; an empty one says nothing. */
type ReadAttribute =
  | { readonly kind: 'read'; readonly value: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads a line about a person: identifiers, strongest first, and attributes. */
export const readProfileLine = (account: AccountRules, line: ImportLine, modifiedAt: number): ReadLine => {
  const members = Object.entries(line).filter(
    ([name, value]) => !TIME_NAMES.includes(name) && value !== null,
  );
  const isAttribute = ([name]: Member): boolean => isImported(account, name);
  const attributes = readAttributes(members.filter(isAttribute), modifiedAt);
  if (attributes.kind === 'refused') return attributes;
  const named = readIdentifiers(
    account,
    members.filter((member) => !isAttribute(member)),
  );
  if (named.kind === 'refused') return named;
  const identifiers = named.part.toSorted((a, b) => rankOf(account, a) - rankOf(account, b));
  return { kind: 'told', line: { identifiers, modifiedAt, permission: null, attributes: attributes.part } };
};

const readAttributes = (members: readonly Member[], modifiedAt: number): Part<HeldAttributes> => {
  const attributes: Record<string, HeldAttributes[string]> = {};
  for (const [name, value] of members) {
    const read = readAttribute(name, value);
    if (read.kind === 'refused') return refused(read.reason);
    if (read.kind === 'read') attributes[name] = { value: read.value, modifiedAt };
  }
  return { kind: 'read', part: attributes };
};

const readIdentifiers = (account: AccountRules, members: readonly Member[]): Part<readonly Identifier[]> => {
  const identifiers: Identifier[] = [];
  for (const [name, value] of members.flatMap(valuesOf)) {
    const read = readIdentifier(account, name, value);
    if (read.kind === 'refused') return refused(read.reason);
    if (read.kind === 'read' && !identifiers.some((one) => isSame(one, read.identifier)))
      identifiers.push(read.identifier);
  }
  const second = secondValue(account, identifiers);
  if (second !== null) return refused(`${shown(second)}: a profile can have only one value of it`);
  if (identifiers.length === 0) return refused('there is no identifier in it');
  return { kind: 'read', part: identifiers };
};

/** Every value of a member that may have several. */
const valuesOf = ([name, value]: Member): readonly Member[] =>
  Array.isArray(value) ? value.map((one: unknown) => [name, one]) : [[name, value]];

const isSame = (a: Identifier, b: Identifier): boolean => a.name === b.name && a.value === b.value;

const secondValue = (account: AccountRules, identifiers: readonly Identifier[]): string | null => {
  const isSecond = ({ name }: Identifier, index: number): boolean =>
    account.identifiers.get(name)?.many !== true &&
    identifiers.slice(0, index).some((before) => before.name === name);
  return identifiers.find(isSecond)?.name ?? null;
};

/** A file has no pipeline that says which identifier comes first: the stronger one does, then the configuration's order. */
const rankOf = (account: AccountRules, { name }: Identifier): number => {
  const rule = account.identifiers.get(name);
  if (rule === undefined) return Infinity;
  return (
    STRONGEST_FIRST.indexOf(rule.kind) * account.identifiers.size +
    [...account.identifiers.keys()].indexOf(name)
  );
};

/** Whether the account takes an attribute of this name from imports. */
const isImported = ({ attributes }: Pick<AccountRules, 'attributes'>, name: string): boolean =>
  attributes.get(name)?.kind === 'imported';

/** Reads the value of an attribute: a text, or in JSON a number or a boolean, which is kept as a text. */
const readAttribute = (name: string, given: unknown): ReadAttribute => {
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    return { kind: 'refused', reason: `${name}: must be a text, a number or a boolean` };
  const value = String(given).trim();
  if (value === '') return { kind: 'ignored' };
  return value.length > ATTRIBUTE_LENGTH
    ? { kind: 'refused', reason: `${name}: is longer than ${ATTRIBUTE_LENGTH} characters` }
    : { kind: 'read', value };
};
