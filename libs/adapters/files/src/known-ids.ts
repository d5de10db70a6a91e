import { createBoundedMap } from '@kith/platform';

/**
 * How many deliveries are remembered: far more than can have been written and not been noted as delivered when a process
 * was killed.
 */
const MAX_KNOWN = 20_000;

/** The newest deliveries that were written. */
export interface KnownIds {
  has(id: string): boolean;
  add(ids: readonly string[]): void;
}

export const createKnownIds = (): KnownIds => {
  const known = createBoundedMap<string, true>(MAX_KNOWN);
  return {
    has: (id) => known.get(id) === true,
    add: (ids) => {
      for (const id of ids) known.set(id, true);
    },
  };
};
