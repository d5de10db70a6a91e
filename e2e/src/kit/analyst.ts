import type { Received } from './conforming.ts';
import { send } from './http.ts';
import { firstUser } from './standalone.ts';
import { createVisitor } from './visitor.ts';

const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** Logs in at the offline-token page, as a browser without scripts does, and takes the token from the page. */
export const fetchOfflineToken = async (
  baseUrl: string,
  user: Readonly<Record<string, string>> = firstUser,
): Promise<string> => {
  const browser = createVisitor(baseUrl);
  const page = await browser.get('/auth/offline-token');
  const csrf = /name="csrf"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const body = new URLSearchParams({ csrf, ...user }).toString();
  const shown = await browser.send('/auth/offline-token', { method: 'POST', headers: asForm, body });
  const token = /id="offline-token"[^>]*>([^<]+)</.exec(shown.text)?.[1];
  if (token === undefined) throw new Error(`no token on the page: ${shown.status} ${shown.text}`);
  return token.trim();
};

export const postForm = (
  baseUrl: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Received> =>
  send(baseUrl, path, { method: 'POST', headers: asForm, body: new URLSearchParams(fields).toString() });

/** An access token for the first user. */
export const fetchAccessToken = async (baseUrl: string): Promise<string> => {
  const answer = await postForm(baseUrl, '/auth/token', { refresh_token: await fetchOfflineToken(baseUrl) });
  return (answer.json() as { readonly access_token: string }).access_token;
};

export const postGraphql = (
  baseUrl: string,
  token: string | undefined,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Received> =>
  send(baseUrl, '/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });

export type Person = {
  readonly profileId: string;
  readonly umid: string;
  readonly owner: string;
  readonly category: string;
  readonly identifiers: readonly { readonly name: string; readonly value: string }[];
};

const personByUmid =
  'query ($umid: String!) { personTargetDataByUmid(umid: $umid) { profileId umid owner category identifiers { name value } } }';

/** The person whom a umid leads to, or null; throws on any other answer. */
export const findPerson = async (baseUrl: string, token: string, umid: string): Promise<Person | null> => {
  const answer = await postGraphql(baseUrl, token, personByUmid, { umid });
  const { data } = answer.json() as { data?: { personTargetDataByUmid: Person | null } };
  if (answer.status !== 200 || data === undefined) throw new Error(`${answer.status} ${answer.text}`);
  return data.personTargetDataByUmid;
};
