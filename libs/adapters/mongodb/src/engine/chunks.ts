/** A command may be 16 MiB, and hold 100,000 statements; half of that leaves room for what surrounds them. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_STATEMENTS = 10_000;
/** What stands around the text of a document: its keys, numbers and the names of its members. */
const FRAME_BYTES = 1_024;

/** The items in order, in lists that each fit into one command; `contentOf` is what makes an item large. */
export const chunksOf = <T>(
  items: readonly T[],
  contentOf: (item: T) => object,
): readonly (readonly T[])[] => {
  const chunks: T[][] = [[]];
  let bytes = 0;
  for (const item of items) {
    const size = FRAME_BYTES + textBytes(contentOf(item));
    const last = chunks.at(-1)!;
    const full = last.length >= MAX_STATEMENTS || (last.length > 0 && bytes + size > MAX_BYTES);
    bytes = full ? size : bytes + size;
    if (full) chunks.push([item]);
    else last.push(item);
  }
  return items.length === 0 ? [] : chunks;
};

const textBytes = (content: object): number =>
  Object.values(content).reduce<number>((sum, value: unknown) => sum + bytesOf(value), 0);

const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null ? textBytes(value) : 0;
};
