/** Counts who is under way to one place, so that no more than so many wait for it. */
export interface Crowd {
  /** Does the work, or gives null where too many are at it. */
  join<T>(place: string, work: () => Promise<T>): Promise<T | null>;
}

export const createCrowd = (most: number): Crowd => {
  const counts = new Map<string, number>();
  const leave = (place: string): void => {
    const left = (counts.get(place) ?? 1) - 1;
    if (left === 0) counts.delete(place);
    else counts.set(place, left);
  };
  return {
    join: async (place, work) => {
      const before = counts.get(place) ?? 0;
      if (before >= most) return null;
      counts.set(place, before + 1);
      try {
        return await work();
      } finally {
        leave(place);
      }
    },
  };
};
