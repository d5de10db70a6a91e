import type { Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { askAndNeverRead, cutOff, getOf, postOf, type Asked } from '../attacker/silent-peers.ts';
import { rawReply } from '../attacker/raw-reply.ts';
import { send } from '../kit/http.ts';
import type { Kith, KithHome, KithProcess } from '../kit/kith.ts';
import { ownPatientConfiguration } from '../kit/patient-configuration.ts';
import { useKith } from '../kit/use-kith.ts';
import { memoryOf } from '../kit/memory.ts';

const CONNECTIONS = 300;
/** For how long a kind of request is asked for, in milliseconds: what a server does in it, it does before it cuts anybody off. */
const ASKING_MS = 2_000;
/**
 * Of one process, in megabytes, above what it held before they came. Twice the aim: what the collector leaves lying at the
 * moment of a look differs by tens from run to run. Unpaced it is hundreds.
 */
const MAX_GROWTH = 128;
const WARM_UP = 50;
const PIPELINED = 1_000;
/** A quarter of what V8 takes on the machines that Kith is meant for. */
const LITTLE_MEMORY = '--max-old-space-size=256';
/** Twenty kinds, and connections that are cut off after 30 s and half of it more: five times that. */
const GIVE_UP_MS = 900_000;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** One request of each kind that anybody can send, by the server that gets it. */
const kindsOf = ({ url, authUrl, graphqlUrl, processes }: Kith): Readonly<Record<string, Asked>> => ({
  tag: { url, request: getOf('/op/web/tag.js') },
  'info by GET': { url, request: getOf('/op/web/info?out=json') },
  'info by POST': {
    url,
    request: postOf('/op/web/info?out=json', JSON_TYPE, '{"data":[{"page":{"path":"/"}}]}'),
  },
  'what is nowhere': { url, request: getOf('/nothing') },
  'the page of offline tokens': { url: authUrl, request: getOf('/auth/offline-token') },
  'access tokens': { url: authUrl, request: postOf('/auth/token', FORM, 'refresh_token=none') },
  'queries by GET': { url: graphqlUrl, request: getOf('/graphql') },
  'queries by POST': {
    url: graphqlUrl,
    request: postOf('/graphql', JSON_TYPE, '{"query":"{ __typename }"}'),
  },
  'the OpenAPI document': { url, request: getOf('/openapi.json') },
  ...Object.fromEntries(processes.flatMap(managementOf)),
});

const managementOf = ({ managementUrl: url }: KithProcess, place: number): [string, Asked][] =>
  ['/metrics', '/readyz'].map((path) => [`${path} of process ${place + 1}`, { url, request: getOf(path) }]);

/** Peers who pipeline as much as they can and read nothing: 300 of each kind of request, then 300 of all kinds at once. */
export const defineUnreadCrowd = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    const kith = useKith(patientHome(newHome));
    test(
      'brings no process to grow by more than 128 MiB, whatever it asks for, and leaves others their answers',
      async () => {
        for (let turn = 0; turn < WARM_UP; turn += 1) await expectInfo(kith());
        const grown: [string, number][] = [];
        for (const [kind, asked] of Object.entries(kindsOf(kith()))) {
          grown.push([kind, await growthWhileAsked(kith(), asked)]);
        }
        expect(grown.filter(([, megabytes]) => megabytes > MAX_GROWTH)).toEqual([]);
      },
      GIVE_UP_MS,
    );
  });

  describe(`${title} with a heap of 256 MiB`, () => {
    const kith = useKith(patientHome(newHome, { NODE_OPTIONS: LITTLE_MEMORY }));
    const silent: Socket[] = [];
    afterAll(() => {
      for (const socket of silent) socket.destroy();
    });

    test('keeps an honest one who comes before it from none of a thousand answers, in order', async () => {
      const reply = await rawReply(kith().url, manyRequests());
      expect(idsIn(reply)).toEqual(Array.from({ length: PIPELINED }, (_, index) => `request-${index}`));
    });

    test(
      'ends no process, and is cut off',
      async () => {
        silent.push(...(await askAndNeverRead(CONNECTIONS, Object.values(kindsOf(kith())))));
        for (let turn = 0; turn < WARM_UP; turn += 1) await expectInfo(kith());
        await Promise.all(silent.map(cutOff));
        for (const { managementUrl } of kith().processes) {
          expect((await send(managementUrl, '/readyz')).status).toBe(200);
        }
        await expectInfo(kith());
      },
      GIVE_UP_MS,
    );
  });
};

/** By how much the process that grew most did so while they asked; others are served meanwhile. */
const growthWhileAsked = async (kith: Kith, asked: Asked): Promise<number> => {
  const before = await megabytesOf(kith);
  const silent = await askAndNeverRead(CONNECTIONS, [asked]);
  const end = performance.now() + ASKING_MS;
  let most = 0;
  do {
    await expectInfo(kith);
    const growth = (await megabytesOf(kith)).map((now, index) => now - before[index]!);
    most = Math.max(most, ...growth);
  } while (performance.now() < end);
  for (const socket of silent) socket.destroy();
  return Math.round(most);
};

const expectInfo = async ({ url }: Kith): Promise<void> => {
  expect((await send(url, '/op/web/info?out=json')).status).toBe(200);
};

/** Of each process. */
const megabytesOf = async ({ processes }: Kith): Promise<readonly number[]> =>
  (await Promise.all(processes.map(memoryOf))).map(({ anonymous }) => anonymous);

/** Each with an id that its answer brings back; the last ends the connection. */
const manyRequests = (): string =>
  Array.from({ length: PIPELINED }, (_, index) => {
    const path = index % 10 === 9 ? '/op/web/info?out=json' : '/op/nobody/info';
    const close = index === PIPELINED - 1 ? 'Connection: close\r\n' : '';
    return `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: request-${index}\r\n${close}\r\n`;
  }).join('');

const idsIn = (reply: string): readonly (string | undefined)[] =>
  Array.from(reply.matchAll(/^x-request-id: (\S+)\r$/gim), ([, id]) => id);

/** So that a busy machine refuses nobody. */
const patientHome =
  (newHome: () => Promise<KithHome>, env: Readonly<Record<string, string>> = {}) =>
  async (): Promise<KithHome> => {
    const home = await newHome();
    const patience = await ownPatientConfiguration();
    return {
      start: () => home.start({ ...patience.env, ...env }),
      remove: async () => {
        await home.remove();
        await patience.remove();
      },
    };
  };
