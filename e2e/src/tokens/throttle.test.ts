import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import type { Received } from '../kit/conforming.ts';
import { firstUser, newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { defineBurst } from './define-burst.ts';

/** Fills in the form, and sends it. */
const tryToLogIn = async (url: string, user: Readonly<Record<string, string>>): Promise<Received> => {
  const browser = createVisitor(url);
  const form = await browser.get('/auth/offline-token');
  const csrf = /name="csrf"\s+value="([^"]+)"/.exec(form.text)?.[1] ?? '';
  return browser.send('/auth/offline-token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, ...user }).toString(),
  });
};

describe('who guesses passwords', () => {
  let dataDir: string;
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    standalone = await startStandalone({ dataDir });
    endings.push(() => standalone.stop());
  });

  const wrong = { ...firstUser, password: 'wrong' };

  test('is told to wait after five tries, with the right password too, and after a restart', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await tryToLogIn(standalone.url, wrong)).status).toBe(401);
    }
    const refused = await tryToLogIn(standalone.url, firstUser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(refused.text).not.toContain('id="offline-token"');
    await standalone.kill9();
    standalone = await startStandalone({ dataDir });
    expect((await tryToLogIn(standalone.url, firstUser)).status).toBe(429);
  }, 120_000);

  defineBurst(() => [standalone.url]);

  test('learns nothing about who exists from the tries either', async () => {
    const nobody = { username: 'nobody', password: 'wrong' };
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await tryToLogIn(standalone.url, nobody)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
