import type { GraphiqlStorage } from './graphiql-globals.ts';

/** Queries can name persons: what GraphiQL would leave in the browser is gone with the page. */
export const createMemoryStorage = (): GraphiqlStorage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
};
