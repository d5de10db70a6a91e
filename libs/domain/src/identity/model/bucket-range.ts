/** Buckets, the first 12 bits of a umid, lie in so many ranges of 256; a person's changes are in one of them. */
export const BUCKET_RANGES = 16;

/** The place of a range among all: 0 to 15. */
export type BucketRange = number;

export const ALL_RANGES: readonly BucketRange[] = Array.from({ length: BUCKET_RANGES }, (_, range) => range);

/** The range of a umid's bucket. */
export const rangeOf = (umid: string): BucketRange => Number.parseInt(umid.charAt(0), 16) || 0;
