import { IMPORT_TOLERANCE } from '@kith/domain/consent';
import { readMoment } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ImportKind, ImportLine } from '@kith/ports';
import { readIdentifier } from './read-identifier.ts';
import { readProfileLine } from './read-profile-line.ts';
import { refused, TIME_NAMES, type ReadLine } from './told-line.ts';

const WRONG_TIME =
  'modifiedAt: must be ISO 8601 with its zone, or a number of seconds or milliseconds since 1970';

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

const timeIn = (line: ImportLine): unknown =>
  TIME_NAMES.map((name) => line[name]).find((time) => time !== undefined && time !== null);

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
  return {
    kind: 'told',
    line: { identifiers: [read.identifier], modifiedAt, permission: told, attributes: {} },
  };
};

const readStatus = (status: unknown): boolean | null => {
  if (typeof status === 'boolean') return status;
  const text = typeof status === 'string' ? status.trim().toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : null;
};
