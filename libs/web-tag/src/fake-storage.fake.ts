/** Local storage, which outlives pages. */
export const fakeStorage = () => {
  const kept = new Map<string, string>();
  const methods = {
    getItem: (name: string): string | null => kept.get(name) ?? null,
    setItem: (name: string, text: string): void => void kept.set(name, text),
    removeItem: (name: string): void => void kept.delete(name),
    all: (): string => JSON.stringify([...kept]),
    names: (): readonly string[] => [...kept.keys()],
  };
  // As in a browser, what lies there are members.
  return new Proxy(methods, {
    get: (_, name: string) => (name in methods ? methods[name as keyof typeof methods] : kept.get(name)),
    set: (_, name: string, text: string) => kept.set(name, text).has(name),
    deleteProperty: (_, name: string) => kept.delete(name) || true,
  });
};
