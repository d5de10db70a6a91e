import type { Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { askAndNeverRead, cutOff, getOf, postOf, type Asked } from '../attacker/silent-peers.ts';
import { rawReply } from '../attacker/raw-reply.ts';
import { send } from '../kit/http.ts';
import type { Kith, KithHome } from '../kit/kith.ts';
import { ownPatientConfiguration } from '../kit/patient-configuration.ts';
import { useKith } from '../kit/use-kith.ts';
import { memoryOf } from '../kit/memory.ts';

/** To each process with each kind of request; then there is nobody whose answers it keeps, and the next kind comes. */
const CONNECTIONS = 300;
/** So often an honest visitor is answered beside each kind: what a server does with it, it does before it cuts anybody off. */
const ANSWERS = 10;
/**
 * Of one process, in megabytes, above what it held before they came. Twice the aim: what the collector leaves lying at the
 * moment of a look differs by tens from run to run. Unpaced it is hundreds.
 */
const MAX_GROWTH = 128;
const WARM_UP = 50;
const PIPELINED = 1_000;
/** A thousand answers take about a second. */
const PIPELINED_MS = 120_000;
/** A quarter of what V8 takes on the machines that Kith is meant for: whoever reads on ahead of its answers ends for want of it. */
const LITTLE_MEMORY = '--max-old-space-size=256';
/** A dozen rounds, and connections that are cut off after 30 s and half of it more: five times that. */
const GIVE_UP_MS = 600_000;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** One request of each kind that anybody can send, by the process that gets it. */
const kindsOf = ({ url, authUrl, graphqlUrl, processes }: Kith): readonly (readonly Asked[])[] => {
  const atEdge: readonly Asked[] = [
    { url, request: getOf('/op/web/tag.js') },
    { url, request: getOf('/op/web/info?out=json') },
    { url, request: postOf('/op/web/info?out=json', JSON_TYPE, '{"data":[{"page":{"path":"/"}}]}') },
    { url, request: getOf('/nothing') },
    { url, request: getOf('/openapi.json') },
  ];
  const ofTokens: readonly Asked[] = [
    { url: authUrl, request: getOf('/auth/offline-token') },
    { url: authUrl, request: postOf('/auth/token', FORM, 'refresh_token=none') },
  ];
  const ofQueries: readonly Asked[] = [
    { url: graphqlUrl, request: getOf('/graphql') },
    { url: graphqlUrl, request: postOf('/graphql', JSON_TYPE, '{"query":"{ __typename }"}') },
  ];
  const management = processes.map(({ managementUrl }) => managementOf(managementUrl));
  if (management.length === 1) return [[...atEdge, ...ofTokens, ...ofQueries, ...management.flat()]];
  const [ofEdge = [], ofResolver = [], ofActivation = [], ofGraphql = [], ofAuth = []] = management;
  return [
    [...atEdge, ...ofEdge],
    [...ofTokens, ...ofAuth],
    [...ofQueries, ...ofGraphql],
    ofResolver,
    ofActivation,
  ];
};

const managementOf = (url: string): readonly Asked[] =>
  ['/metrics', '/readyz'].map((path) => ({ url, request: getOf(path) }));

/** The first kind of each list, then the second, ... */
const roundsOf = (kinds: readonly (readonly Asked[])[]): readonly (readonly Asked[])[] =>
  Array.from({ length: Math.max(...kinds.map(({ length }) => length)) }, (_, round) =>
    kinds.flatMap((asked) => asked[round] ?? []),
  );

/** Peers who pipeline as much as they can and read nothing: 300 of all kinds at once, and 300 of each kind of request. */
export const defineUnreadCrowd = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(`${title} with a heap of 256 MiB`, () => {
    const kith = useKith(patientHome(newHome));
    const silent: Socket[] = [];
    afterAll(() => {
      for (const socket of silent) socket.destroy();
    });

    test(
      'keeps an honest one who comes before it from none of a thousand answers, in order',
      async () => {
        const reply = await rawReply(kith().url, manyRequests());
        expect(idsIn(reply)).toEqual(Array.from({ length: PIPELINED }, (_, index) => `request-${index}`));
      },
      PIPELINED_MS,
    );

    test(
      'brings no process to grow by more than 128 MiB, whatever it asks for, and leaves others their answers',
      async () => {
        for (let turn = 0; turn < WARM_UP; turn += 1) await expectInfo(kith());
        const kinds = kindsOf(kith());
        // These stay: they are to be cut off while the others come and go.
        silent.push(...(await expectLittleGrowth(kith(), kinds.flat(), CONNECTIONS)));
        for (const asked of roundsOf(kinds)) {
          const others = await expectLittleGrowth(kith(), asked, CONNECTIONS * asked.length);
          for (const socket of others) socket.destroy();
        }
      },
      GIVE_UP_MS,
    );

    test(
      'ends no process, and is cut off',
      async () => {
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

/** How much each process grows while so many connections ask; others are served meanwhile. Answers with the connections. */
const expectLittleGrowth = async (
  kith: Kith,
  asked: readonly Asked[],
  connections: number,
): Promise<readonly Socket[]> => {
  const before = await megabytesOf(kith);
  const silent = await askAndNeverRead(connections, asked);
  for (let turn = 0; turn < ANSWERS; turn += 1) {
    await expectInfo(kith);
    const growth = (await megabytesOf(kith)).map((now, index) => Math.round(now - before[index]!));
    // At once: a process that reads on is soon too busy to be asked again.
    expect(
      growth.filter((megabytes) => megabytes > MAX_GROWTH),
      asked.map(({ url, request }) => `${url} ${request.slice(0, request.indexOf('\r\n'))}`).join(', '),
    ).toEqual([]);
  }
  return silent;
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
const patientHome = (newHome: () => Promise<KithHome>) => async (): Promise<KithHome> => {
  const home = await newHome();
  const patience = await ownPatientConfiguration();
  return {
    start: () => home.start({ ...patience.env, NODE_OPTIONS: LITTLE_MEMORY }),
    remove: async () => {
      await home.remove();
      await patience.remove();
    },
  };
};
