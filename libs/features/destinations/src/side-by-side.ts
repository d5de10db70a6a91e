/** Works on all items, at most so many at once; ends with the first failure when nothing is under way any more. */
export const sideBySide = async <T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  const failures: unknown[] = [];
  const takeTurns = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
};
