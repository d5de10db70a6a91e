import { safely } from './safely.ts';

/** What local storage holds under a name; nothing where it is blocked, empty or spoilt. */
export const recall = safely((name: string): unknown => JSON.parse(localStorage[name] as string)) as <T>(
  name: string,
) => T | null | undefined;

/** Keeps text in local storage, or removes it; answers whether that was possible. */
export const keep = safely((name: string, text?: string) => {
  if (text) localStorage[name] = text;
  else localStorage.removeItem(name);
  return true;
});
