import type { ImportedPermission } from '@kith/domain/consent';
import type { HeldAttributes, Identifier } from '@kith/domain/identity';
import type { ToldLine } from './told-line.ts';

/** A line at its place in the batch. */
export interface PlacedLine extends ToldLine {
  readonly index: number;
}

/** Lines that are decided together: what is told of one person by the same identifiers. */
export interface ImportUnit {
  readonly identifiers: readonly Identifier[];
  /** Its lines: their places, and as of when they tell what they tell. */
  readonly lines: readonly Pick<PlacedLine, 'index' | 'modifiedAt'>[];
  /** One of each line, in their order; none where they tell of the person alone. */
  readonly told: readonly ImportedPermission[];
  readonly attributes: HeldAttributes;
}

/** Lines about permissions that name the same identifier are one unit; any other line is one by itself. */
export const unitsOf = (lines: readonly PlacedLine[]): readonly ImportUnit[] => {
  const units = new Map<string, ImportUnit>();
  for (const { identifiers, index, modifiedAt, permission, attributes } of lines) {
    const key = permission === null ? String(index) : keyOf(identifiers[0]!);
    const before = units.get(key) ?? { identifiers, lines: [], told: [], attributes };
    const told = permission === null ? [] : [permission];
    const together = [...before.lines, { index, modifiedAt }];
    units.set(key, { ...before, lines: together, told: [...before.told, ...told] });
  }
  return [...units.values()];
};

/** A unit in two: the lines that are so, and those that are not; null where there are none. */
export const partedBy = (
  unit: ImportUnit,
  isSo: (line: ImportUnit['lines'][number]) => boolean,
): { readonly so: ImportUnit | null; readonly others: ImportUnit | null } => {
  const part = (wanted: boolean): ImportUnit | null => {
    const lines = unit.lines.filter((line) => isSo(line) === wanted);
    const told = unit.told.filter((_, place) => isSo(unit.lines[place]!) === wanted);
    return lines.length === 0 ? null : { ...unit, lines, told };
  };
  return { so: part(true), others: part(false) };
};

/** An identifier as a text. */
export const keyOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

/** The first units that have nothing in common, and the rest of them. */
export const apart = <U>(
  units: readonly U[],
  keysOf: (unit: U) => readonly string[],
): { readonly first: readonly U[]; readonly rest: readonly U[] } => {
  const taken = new Set<string>();
  const first: U[] = [];
  const rest: U[] = [];
  for (const unit of units) {
    const keys = keysOf(unit);
    (keys.some((key) => taken.has(key)) ? rest : first).push(unit);
    for (const key of keys) taken.add(key);
  }
  return { first, rest };
};
