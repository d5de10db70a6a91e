import { createBoundedMap, type BoundedMap } from '@kith/platform';

/** Writes that the server did not get and must not miss: what was committed, redirects and removals. */
export interface OwedWrites {
  /** Remembers a write under its key, until nothing that it corrects can live any more. It is told what is left of that. */
  owe(key: string, lifetimeMs: number, write: (leftMs: number) => Promise<unknown>): void;
  /** Tries them again, oldest first; stops at the first that fails. */
  settle(): Promise<void>;
  readonly size: number;
}

export interface OwedWritesOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** The most that are remembered; beyond that the oldest goes. */
  readonly most: number;
}

interface OwedWrite {
  readonly until: number;
  readonly write: (leftMs: number) => Promise<unknown>;
}

export const createOwedWrites = ({ clock, most }: OwedWritesOptions): OwedWrites => {
  const owed = createBoundedMap<string, OwedWrite>(most);
  let settling = false;
  const settleOne = async (key: string, entry: OwedWrite): Promise<void> => {
    const { until, write } = entry;
    const leftMs = until - clock();
    if (leftMs > 0) await write(leftMs);
    // Another may be owed under this key since.
    if (owed.get(key) === entry) owed.delete(key);
  };
  const settleAll = async (): Promise<void> => {
    for (let oldest = oldestOf(owed); oldest !== undefined; oldest = oldestOf(owed))
      await settleOne(...oldest);
  };
  return {
    owe(key, lifetimeMs, write) {
      owed.set(key, { until: clock() + lifetimeMs, write });
    },
    async settle() {
      if (settling) return;
      settling = true;
      await settleAll().catch(() => undefined);
      settling = false;
    },
    get size() {
      return owed.size();
    },
  };
};

const oldestOf = <K, V>(map: BoundedMap<K, V>): readonly [K, V] | undefined => {
  const [oldest] = map.entries();
  return oldest;
};
