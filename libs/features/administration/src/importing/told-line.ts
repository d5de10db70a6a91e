import type { ImportedPermission } from '@kith/domain/consent';
import type { HeldAttributes, Identifier } from '@kith/domain/identity';

/** What a line tells of somebody, as of when. */
export interface ToldLine {
  /** In the order in which they count. */
  readonly identifiers: readonly Identifier[];
  readonly modifiedAt: number;
  /** null: the line tells of the person alone. */
  readonly permission: ImportedPermission | null;
  /** None where it tells of a permission. */
  readonly attributes: HeldAttributes;
}

/** A line that was read, or why nothing of it can be taken; no reason repeats a value. */
export type ReadLine =
  { readonly kind: 'told'; readonly line: ToldLine } | { readonly kind: 'refused'; readonly reason: string };

export const refused = (reason: string): ReadLine & { readonly kind: 'refused' } => ({
  kind: 'refused',
  reason,
});

/** The words of the specification are good enough for a column. */
export const TIME_NAMES: readonly string[] = ['modifiedAt', 'modified-at'];
