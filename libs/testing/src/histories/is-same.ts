import { isDeepStrictEqual } from 'node:util';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/**
 * Whether two plain values say the same. A native addon that an earlier suite has loaded gives objects and arrays of
 * that suite's realm, whose prototypes are others.
 */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
