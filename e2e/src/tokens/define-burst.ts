import { expect, test } from 'vitest';
import { createVisitor } from '../kit/visitor.ts';
import { allAtOnce } from '../overload/crowd.ts';

const TRIES = 200;
const MAX_CHECKED = 5;

/** A burst of guesses; `urls` are processes over the same users. */
export const defineBurst = (urls: () => readonly string[]): void => {
  test('of 200 guesses at once five passwords are checked, and the right one not any more', async () => {
    const browser = createVisitor(urls()[0]!);
    const form = await browser.get('/auth/offline-token');
    const csrf = /name="csrf"\s+value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieIn(form.headers) };
    const body = new URLSearchParams({ csrf, username: 'mallory', password: 'guess' }).toString();
    const guess = (_: unknown, index: number) => {
      const url = urls()[index % urls().length]!;
      return { url, path: '/auth/offline-token', method: 'POST', headers, body };
    };
    const answers = await allAtOnce(Array.from({ length: TRIES }, guess));
    const checked = answers.filter(({ status }) => status === 401);
    const refused = answers.filter(({ status }) => status === 429 || status === 503);
    expect(checked.length + refused.length).toBe(TRIES);
    expect(checked.length).toBeLessThanOrEqual(MAX_CHECKED);
    for (const one of refused) expect(Number(one.headers['retry-after'])).toBeGreaterThan(0);
  });
};

const cookieIn = (headers: { readonly 'set-cookie'?: string[] | undefined }): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
