/** What the person pasted; it is kept in this object and nowhere else. */
export interface Access {
  /** An access token; a new one where an offline token is at hand and `renewed` is asked for. */
  token(renewed: boolean): Promise<string>;
  /** Whether a new access token can be had without the person. */
  readonly renewable: boolean;
}

/** Says in a sentence for a person why a token opens nothing. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const OFFLINE_TOKEN = /^kith_rt_/;

/** The access that a pasted text gives: an offline token is exchanged when it is first needed. */
export const accessBy = (pasted: string): Access => {
  if (!OFFLINE_TOKEN.test(pasted)) return { token: () => Promise.resolve(pasted), renewable: false };
  let current: Promise<string> | null = null;
  return {
    token: (renewed) => {
      if (renewed || current === null) current = exchange(pasted);
      const asked = current;
      asked.catch(() => (current = null));
      return asked;
    },
    renewable: true,
  };
};

const exchange = async (offlineToken: string): Promise<string> => {
  const body = new URLSearchParams({ refresh_token: offlineToken });
  const answer = await fetch('auth/token', { method: 'POST', body, credentials: 'omit' });
  if (answer.status === 400) throw new Refused('The offline token is unknown, or it was revoked.');
  if (!answer.ok) {
    throw new Refused('Offline tokens cannot be exchanged at this address. Paste an access token instead.');
  }
  return ((await answer.json()) as { readonly access_token: string }).access_token;
};
