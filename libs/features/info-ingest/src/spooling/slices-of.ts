import type { LogRecord } from '@kith/ports';

/** What a record costs beside its key and value, generously. */
const OVERHEAD_BYTES = 256;

/** Cuts records, in order, into slices of at most so many bytes each, at least one record. */
export const slicesOf = <T extends LogRecord>(
  records: readonly T[],
  mostBytes: number,
): readonly (readonly T[])[] => {
  const slices: T[][] = [];
  let bytes = mostBytes;
  for (const record of records) {
    const size = Buffer.byteLength(record.key) + Buffer.byteLength(record.value) + OVERHEAD_BYTES;
    bytes += size;
    const slice = slices.at(-1);
    if (slice !== undefined && bytes <= mostBytes) slice.push(record);
    else {
      slices.push([record]);
      bytes = size;
    }
  }
  return slices;
};
