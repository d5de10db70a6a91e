/** What local storage holds under a name; where it is blocked, empty or spoilt, something else. */
export const recall = <T>(name: string, otherwise: T): T => {
  try {
    // Of nothing JSON makes null.
    return (JSON.parse(localStorage.getItem(name)!) as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
};

/** Keeps text in local storage, or removes it; answers whether that was possible. */
export const keep = (name: string, text?: string): boolean => {
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
};
