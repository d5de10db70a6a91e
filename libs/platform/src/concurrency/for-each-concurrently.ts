/** Works on all items in their order, at most `limit` at once; rejects with the first failure, once nothing is under way. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  const failures: unknown[] = [];
  const takeItems = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeItems));
  if (failures.length > 0) throw failures[0];
};
