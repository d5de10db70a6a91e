/** What an answer as JSON says; null where it says nothing of the kind. */
export const spokenIn = (text: string): { readonly umid: string; readonly state: number } | null => {
  try {
    const { umid, state } = Object(JSON.parse(text)) as { readonly umid?: unknown; readonly state?: unknown };
    return typeof umid === 'string' && typeof state === 'number' ? { umid, state } : null;
  } catch {
    return null;
  }
};
