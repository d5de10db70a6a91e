import type { Document } from 'mongodb';

/** Replaces or changes one document: `u` is the new document, what to change, or a pipeline that makes it of the old one. */
export interface UpdateStatement {
  readonly q: Document & { readonly _id: string };
  readonly u: Document | readonly Document[];
  readonly upsert: boolean;
  /** The index to go by, where the server could think of another one than that of `_id`. */
  readonly hint?: typeof BY_KEY;
}

export const BY_KEY = { _id: 1 } as const;

/** Statements on one collection, sent together. */
export type Write =
  | {
      readonly kind: 'update';
      readonly collection: string;
      readonly statements: readonly UpdateStatement[];
      /** Each of them takes for granted that it finds its document, or with `upsert` none. */
      readonly mustMatch: boolean;
    }
  | {
      readonly kind: 'insert';
      readonly collection: string;
      readonly documents: readonly (Document & { readonly _id: string })[];
    }
  | { readonly kind: 'delete'; readonly collection: string; readonly filters: readonly Document[] };

/** No stored version is negative: a statement that looks for it finds none, and inserts or meets a duplicate key. */
const NO_VERSION = -1;

/** Puts a document in the place of the one with that version; null: where there is none. */
export const putVersioned = <T extends { readonly _id: string; readonly version: number }>(
  document: T,
  expected: number | null,
): UpdateStatement => ({
  q: { _id: document._id, version: expected ?? NO_VERSION },
  u: document,
  upsert: expected === null,
});

/** Puts a document in the place of whatever is there. */
export const putAnyway = <T extends { readonly _id: string }>(document: T): UpdateStatement => ({
  q: { _id: document._id },
  u: document,
  upsert: true,
});

/** Puts a document unless the one that is there was seen later. */
export const putLatest = <T extends { readonly _id: string; readonly lastSeen: number }>(
  document: T,
): UpdateStatement => ({
  q: { _id: document._id },
  u: [
    {
      $replaceWith: {
        $cond: [{ $gt: ['$lastSeen', document.lastSeen] }, '$$ROOT', { $literal: document }],
      },
    },
  ],
  upsert: true,
});

export const updates = (
  collection: string,
  statements: readonly UpdateStatement[],
  mustMatch: boolean,
): readonly Write[] =>
  statements.length === 0 ? [] : [{ kind: 'update', collection, statements, mustMatch }];

export const inserts = (
  collection: string,
  documents: readonly (Document & { readonly _id: string })[],
): readonly Write[] => (documents.length === 0 ? [] : [{ kind: 'insert', collection, documents }]);

export const deletes = (collection: string, filters: readonly Document[]): readonly Write[] =>
  filters.length === 0 ? [] : [{ kind: 'delete', collection, filters }];
