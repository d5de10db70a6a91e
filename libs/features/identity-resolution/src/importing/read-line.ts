import { IMPORT_TOLERANCE } from '@kith/domain/consent';
import type { ImportedPermission } from '@kith/domain/consent';
import type { Identifier } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ImportKind, ImportLine } from '@kith/ports';
import { readIdentifier, shown } from './read-identifier.ts';
import { readMoment } from './read-moment.ts';

/** What a line tells of somebody, as of when. */
export interface ToldLine {
  /** In the order in which they count. */
  readonly identifiers: readonly Identifier[];
  readonly modifiedAt: number;
  /** null: the line tells of the person alone. */
  readonly permission: ImportedPermission | null;
}

/** A line that was read, or why nothing of it can be taken; no reason repeats a value. */
export type ReadLine =
  { readonly kind: 'told'; readonly line: ToldLine } | { readonly kind: 'refused'; readonly reason: string };

/** Reads a line of an import by the rules of its account. */
export const readLine = (
  kind: ImportKind,
  account: AccountRules,
  line: ImportLine,
  now: number,
): ReadLine => {
  const modifiedAt = readMoment(timeIn(line));
  if (modifiedAt === null) return refused(WRONG_TIME);
  if (modifiedAt > now + IMPORT_TOLERANCE) return refused('modifiedAt: more than five minutes in the future');
  switch (kind) {
    case 'permissions':
      return readPermissionLine(account, line, modifiedAt);
    case 'profiles':
      return readProfileLine(account, line, modifiedAt);
  }
};

const WRONG_TIME =
  'modifiedAt: must be ISO 8601 with its zone, or a number of seconds or milliseconds since 1970';

/** The words of the specification are good enough for a column. */
const TIME_NAMES: readonly string[] = ['modifiedAt', 'modified-at'];

const timeIn = (line: ImportLine): unknown => line['modifiedAt'] ?? line['modified-at'];

const refused = (reason: string): ReadLine => ({ kind: 'refused', reason });

const readPermissionLine = (account: AccountRules, line: ImportLine, modifiedAt: number): ReadLine => {
  const { identifier: name, permission, value } = line;
  if (typeof name !== 'string') return refused('identifier: must be the name of an identifier');
  const read = readIdentifier(account, name.trim(), value);
  if (read.kind !== 'read') return refused(read.reason);
  if (account.identifiers.get(read.identifier.name)?.shared === true) {
    return refused(`${read.identifier.name}: is shared, and finds nobody`);
  }
  const known = typeof permission === 'string' ? permission.trim() : '';
  if (!account.permissions.has(known)) return refused('permission: the account has none of this name');
  const granted = readStatus(line['status']);
  if (granted === null) return refused('status: must be true or false');
  const told = { name: known, granted, modifiedAt };
  return { kind: 'told', line: { identifiers: [read.identifier], modifiedAt, permission: told } };
};

const readStatus = (status: unknown): boolean | null => {
  if (typeof status === 'boolean') return status;
  const text = typeof status === 'string' ? status.trim().toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : null;
};

const readProfileLine = (account: AccountRules, line: ImportLine, modifiedAt: number): ReadLine => {
  const identifiers: Identifier[] = [];
  for (const [name, value] of Object.entries(line).flatMap(valuesOf)) {
    const read = readIdentifier(account, name, value);
    if (read.kind === 'refused') return refused(read.reason);
    if (read.kind === 'read' && !identifiers.some((one) => isSame(one, read.identifier)))
      identifiers.push(read.identifier);
  }
  const second = secondValue(account, identifiers);
  if (second !== null) return refused(`${shown(second)}: a profile can have only one value of it`);
  if (identifiers.length === 0) return refused('there is no identifier in it');
  const inOrder = identifiers.toSorted((a, b) => rankOf(account, a) - rankOf(account, b));
  return { kind: 'told', line: { identifiers: inOrder, modifiedAt, permission: null } };
};

/** Every value of a member that may have several; nothing of the time, or of a member that is left out. */
const valuesOf = ([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] => {
  if (TIME_NAMES.includes(name) || value === null) return [];
  return Array.isArray(value) ? value.map((one: unknown) => [name, one]) : [[name, value]];
};

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

const STRONGEST_FIRST = ['login', 'network', 'device'] as const;
