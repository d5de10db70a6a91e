import { forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { OutboxRow, StoredChange } from '../engine/store-rows.ts';

/** The items of a row, in their order. */
export const itemsOf = (row: OutboxRow): readonly StoredChange[] => ('position' in row ? [row] : row);

/** The items that wait and are so, the oldest first, and no row more than so many of them need. */
export const waitingChanges = (
  { outbox }: StoreCollections,
  limit: number,
  isSo: (item: StoredChange) => boolean,
): readonly StoredChange[] => {
  const items: StoredChange[] = [];
  for (const { value } of outbox.entries(forwards())) {
    items.push(...itemsOf(value).filter(isSo));
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
};

/**
 * Removes the items before a position that are so, and answers how many they were; to be called in a write transaction.
 */
export const removeItems = (
  { outbox }: StoreCollections,
  before: number,
  isSo: (item: StoredChange) => boolean,
): number => {
  let removed = 0;
  for (const { key, value } of Array.from(outbox.entries({ ...forwards(), end: [before] }))) {
    const items = itemsOf(value);
    const left = items.filter((item) => !isSo(item));
    removed += items.length - left.length;
    if (left.length === 0) outbox.remove(key);
    else if (left.length < items.length) outbox.put(key, left);
  }
  return removed;
};
