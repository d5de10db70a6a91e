import type { Identifier } from '../identity/index.ts';

/** A text per identifier; no two identifiers have the same. */
export const identifierText = ({ name, value }: Identifier): string => `${name.length}:${name}${value}`;
