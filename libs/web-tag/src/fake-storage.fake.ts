/** Local storage, which outlives pages. */
export const fakeStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string): string | null => kept.get(name) ?? null,
    setItem: (name: string, text: string): void => void kept.set(name, text),
    removeItem: (name: string): void => void kept.delete(name),
    all: (): string => JSON.stringify([...kept]),
    names: (): readonly string[] => [...kept.keys()],
  };
};
