/** Every order of a few items. */
export const permutationsOf = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length <= 1
    ? [items]
    : items.flatMap((item, index) =>
        permutationsOf(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );
