import { expect, test } from 'vitest';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { callerKeys } from './guarded-configuration.ts';

const path = '/op/server/info?out=json&identifiers&email=e-access';

/** `access: { keyFile }` (docs/behaviour.md#keys-of-callers). */
export const defineAccess = (url: () => string): void => {
  const call = (authorization?: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> =>
    send(url(), path, { headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) } });

  test.each(callerKeys)('takes the key %s', async (key) => {
    expect((await call(`Bearer ${key}`)).json()).toMatchObject({ identifiers: [{ value: 'e-access' }] });
  });

  test('asks a caller without a key for one', async () => {
    const answer = await call();
    expect({ status: answer.status, challenge: answer.headers['www-authenticate'] }).toEqual({
      status: 401,
      challenge: 'Bearer',
    });
  });

  test.each(['Bearer another-key', `Bearer ${callerKeys[0]}x`, `Basic ${callerKeys[0]}`, 'Bearer'])(
    'refuses %s',
    async (authorization) => {
      const answer = await call(authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
    },
  );

  test.each([
    ['broken', '{"permission":'],
    ['too large', 'x'.repeat(70_000)],
  ])('does not look at a body, %s or not, before it has seen the key', async (_, body) => {
    expect((await send(url(), path, { method: 'POST', body })).status).toBe(401);
  });

  test('answers a preflight all the same', async () => {
    expect((await send(url(), path, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('opens no other site to a page that has the key', async () => {
    const answer = await call(`Bearer ${callerKeys[0]}`, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });
};
