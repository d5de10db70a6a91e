/** Works on several items at a time, and gives what became of them in the order of the items. */
export const inOrder = async function* <T, R>(
  items: AsyncGenerator<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (;;) {
    const next = await items.next();
    if (next.done === true) break;
    const result = work(next.value);
    // Whoever waits for it hears of a fault; until then nobody does.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= most) yield await running.shift()!;
  }
  while (running.length > 0) yield await running.shift()!;
};
