import { describe, expect, test } from 'vitest';
import { fetchAccessToken, fetchOfflineToken } from '../kit/analyst.ts';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { eventually } from '../kit/eventually.ts';
import type { Kith } from '../kit/kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { crowd, type Request } from './crowd.ts';

const CLIENTS = 400;
/** Longer than a request may take (`limits.deadlineMs`): what fails late is seen. */
const LOGINS_MS = 2_500;
const OTHERS_MS = 1_000;
const KNOWN = 40;
const TEST_MS = 300_000;

const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const asJson = { 'content-type': 'application/json' };

/** Every answer is the right one, or says at once that there is too much to do, and when to come again. */
const expectServedOrRefused = (answers: readonly Received[]): void => {
  const served = answers.filter(({ status }) => status === 200);
  const others = answers.filter(({ status }) => status !== 200);
  expect([...new Set(others.map(({ status }) => status))]).toEqual(others.length === 0 ? [] : [503]);
  for (const { headers } of others) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(served.length).toBeGreaterThan(0);
};

const expectNormal = ({ url, path, ...sent }: Request): Promise<unknown> =>
  eventually(
    () => send(url, path, sent),
    ({ status }) => status === 200,
  );

/** What a Kith does with more requests than it can serve in their time. */
export const defineOverload = (title: string, kith: () => Kith): void => {
  describe(title, () => {
    const overload = async (forMs: number, next: () => Request): Promise<void> => {
      expectServedOrRefused(await crowd(CLIENTS, forMs, next));
      await expectNormal(next());
    };

    test(
      'logins of known customers and new ones are answered, or refused with 503',
      async () => {
        const { url } = kith();
        const cookies = await Promise.all(
          Array.from({ length: KNOWN }, async (_, index) => {
            const browser = createVisitor(url);
            // So many at once are refused on a busy machine, and come again.
            await eventually(
              () => browser.get(`/op/web/info?out=json&customerId=known-${index}`),
              ({ status }) => status === 200,
            );
            return `umdid=${browser.cookie('umdid') ?? ''}`;
          }),
        );
        let turn = 0;
        await overload(LOGINS_MS, () => {
          const who = (turn += 1) % (2 * KNOWN);
          const isKnown = who < KNOWN;
          const customer = isKnown ? `known-${who}` : `new-${turn}`;
          const headers = isKnown ? { ...asJson, cookie: cookies[who] } : asJson;
          return {
            url,
            path: `/op/web/info?out=json&customerId=${customer}`,
            method: 'POST',
            headers,
            body: '{}',
          };
        });
      },
      TEST_MS,
    );

    test(
      'access tokens are issued, or refused with 503',
      async () => {
        const url = kith().authUrl;
        const body = new URLSearchParams({ refresh_token: await fetchOfflineToken(url) }).toString();
        await overload(OTHERS_MS, () => ({
          url,
          path: '/auth/token',
          method: 'POST',
          headers: asForm,
          body,
        }));
      },
      TEST_MS,
    );

    test(
      'queries are answered, or refused with 503',
      async () => {
        const url = kith().graphqlUrl;
        const headers = { ...asJson, authorization: `Bearer ${await fetchAccessToken(kith().authUrl)}` };
        const body = JSON.stringify({ query: '{ personTargetDataByUmid(umid: "x") { umid } }' });
        await overload(OTHERS_MS, () => ({ url, path: '/graphql', method: 'POST', headers, body }));
      },
      TEST_MS,
    );
  });
};
