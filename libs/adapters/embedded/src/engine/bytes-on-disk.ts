const PAGE_BYTES = 4096;
const PAGE_HEADER_BYTES = 16;
/** What LMDB keeps beside key and value: the header of a node and its place in the page, generously. */
const NODE_BYTES = 12;
/** The key: topic, partition and position. */
const KEY_BYTES = 48;
/** A page holds two nodes at least; the value of a larger one lies in pages of its own. */
const MAX_IN_PAGE = (PAGE_BYTES - PAGE_HEADER_BYTES) / 2;

/**
 * What a value takes up in LMDB where many like it follow each other. A page that the next node does not fit into is
 * split in the middle, and the lower half stays as it is.
 */
export const bytesOnDisk = (value: string): number => {
  const bytes = Buffer.byteLength(value);
  const node = bytes + KEY_BYTES + NODE_BYTES;
  if (node > MAX_IN_PAGE) return pagesFor(bytes) * PAGE_BYTES + KEY_BYTES + NODE_BYTES;
  const nodes = Math.floor((PAGE_BYTES - PAGE_HEADER_BYTES) / node);
  return Math.ceil(PAGE_BYTES / Math.floor((nodes + 1) / 2));
};

const pagesFor = (bytes: number): number => Math.ceil((bytes + PAGE_HEADER_BYTES) / PAGE_BYTES);
