/**
 * How many deliveries are remembered: far more than can have been written and not been noted as delivered when a process
 * was killed.
 */
const MOST = 20_000;

/** The newest deliveries that were written. */
export interface KnownIds {
  has(id: string): boolean;
  add(ids: readonly string[]): void;
}

export const createKnownIds = (): KnownIds => {
  const known = new Set<string>();
  return {
    has: (id) => known.has(id),
    add: (ids) => {
      for (const id of ids) known.add(id);
      for (const oldest of known) {
        if (known.size <= MOST) return;
        known.delete(oldest);
      }
    },
  };
};
