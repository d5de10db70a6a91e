import type { ProfileQueryDeps } from '@kith/profile-query';

/** How long auth-token may take to answer, in milliseconds. */
const FETCH_MS = 1_500;

type Jwks = Awaited<ReturnType<ProfileQueryDeps['jwks']>>;

/** Reads the keys that auth-token publishes; rejects where it does not answer in time. */
export const fetchJwks = async (url: string): Promise<Jwks> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`the published keys were answered with status ${answer.status}`);
  return (await answer.json()) as Jwks;
};
