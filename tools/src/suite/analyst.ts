import type { FirstUser } from './first-user.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Fills in the offline-token page as a browser without scripts does; answers with the token on the next page. */
export const offlineToken = async (url: string, { username, password }: FirstUser): Promise<string> => {
  const address = `${url}/auth/offline-token`;
  const form = await fetch(address);
  const csrf = found(await form.text(), /name="csrf"\s+value="([^"]+)"/);
  const Cookie = form.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const body = new URLSearchParams({ csrf, username, password });
  const page = await fetch(address, { method: 'POST', headers: { ...FORM, Cookie, Origin: url }, body });
  return found(await page.text(), /id="offline-token"[^>]*>\s*([^<\s]+)\s*</);
};

/** Exchanges an offline token for an access token. */
export const accessToken = async (url: string, refreshToken: string): Promise<string> => {
  const body = new URLSearchParams({ refresh_token: refreshToken });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', headers: FORM, body });
  return found(await answer.text(), /"access_token"\s*:\s*"([^"]+)"/);
};

const found = (text: string, pattern: RegExp): string => {
  const part = pattern.exec(text)?.[1];
  if (part === undefined) throw new Error(`${String(pattern)} is not in the answer: ${text.slice(0, 500)}`);
  return part;
};
