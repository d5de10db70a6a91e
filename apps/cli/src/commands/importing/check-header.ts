import type { AccountRules } from '@kith/domain/pipeline';
import type { ImportKind } from '@kith/ports';
import { UnreadableFile } from './records.ts';

const PERMISSION_COLUMNS = ['identifier', 'value', 'permission', 'status'] as const;
const TIME_COLUMNS: readonly string[] = ['modifiedAt', 'modified-at'];

/** Throws `UnreadableFile` where the header lacks a column that every line needs, or has one that no line may have. */
export const checkHeader = (
  kind: ImportKind,
  { identifiers, attributes }: Pick<AccountRules, 'identifiers' | 'attributes'>,
  columns: readonly string[],
  hasTime: boolean,
): void => {
  const missing = [
    ...(kind === 'permissions' ? PERMISSION_COLUMNS.filter((name) => !columns.includes(name)) : []),
    ...(hasTime || columns.some((name) => TIME_COLUMNS.includes(name)) ? [] : ['modifiedAt']),
  ];
  if (missing.length > 0) throw new UnreadableFile(`the header has no column ${missing.join(', ')}`);
  if (kind === 'permissions') return;
  const isKnown = (name: string): boolean =>
    TIME_COLUMNS.includes(name) ||
    name === 'profileId' ||
    identifiers.has(name) ||
    attributes.get(name)?.kind === 'imported';
  const unknown = columns.filter((name) => !isKnown(name));
  if (unknown.length === 0) return;
  throw new UnreadableFile(
    `the header has ${unknown.map((name) => JSON.stringify(name)).join(', ')}, and no identifier and no imported ` +
      'attribute of the account has such a name',
  );
};
