import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { listen, type TestServer } from '../kit/listen.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { runKith } from './run-kith.ts';

const SITE = 'https://www.example.com';
const website = { origins: [SITE], cookie: { domain: 'example.com' } };
const configuration = {
  accounts: {
    shop: {
      owner: 'shop',
      permissions: ['ANALYTICS'],
      pipelines: {
        shop: { ...website, tag: { requires: 'ANALYTICS' } },
        patient: { ...website, cookie: { domain: 'example.com', requires: 'ANALYTICS' } },
        peopleOnly: { ...website, bots: 'drop' },
        tagless: { ...website, tag: false },
        cookieless: { origins: [SITE], cookie: false },
      },
    },
  },
  limits: { bodyBytes: 65_536, headerBytes: 16_384, deadlineMs: 10_000 },
};

type Report = {
  readonly findings: readonly { readonly check: string; readonly verdict: string; readonly told: string }[];
  readonly visitors: readonly string[] | null;
};

describe('kith doctor, against Kith itself', () => {
  let folder: string;
  let standalone: Standalone;
  let proxy: TestServer;
  /** What the proxy does to the headers of answers. */
  let change: (headers: IncomingHttpHeaders) => void;

  const endings = useEndings();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-config-'));
    endings.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'kith.yaml');
    await writeFile(path, JSON.stringify(configuration));
    standalone = await startStandalone({ env: { CONFIG_FILE: path } });
    endings.push(() => standalone.stop());
    proxy = await listen(({ method, url, headers }, response) => {
      const passed = request(new URL(url ?? '/', standalone.url), { method, headers });
      passed.end();
      void once(passed, 'response').then(([answer]: IncomingMessage[]) => {
        if (answer === undefined) return;
        change(answer.headers);
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
    });
    endings.push(() => proxy.close());
  });

  const examine = async (url: string, pipeline: string) => {
    const args = ['doctor', `${url}/op/${pipeline}/info`, '--site', SITE, '--json'];
    const { exitCode, stdout } = await runKith(args, { env: {} });
    const { findings, visitors } = JSON.parse(stdout) as Report;
    // How fast a loaded machine is, is nothing of Kith.
    const told = findings.filter(({ check }) => check !== 'speed' && check !== 'clock');
    return { exitCode, visitors, told: told.map((one) => `${one.check} ${one.verdict} ${one.told}`) };
  };
  const doubts = (told: readonly string[]) => told.filter((one) => /^[a-z ]+? (?:warn|fail) /.test(one));

  test.each([
    ['shop', 1],
    ['patient', 0],
    ['peopleOnly', 1],
  ])('nothing is wrong with the pipeline %s, and %d visitors are left behind', async (pipeline, visitors) => {
    const found = await examine(standalone.url, pipeline);
    expect(doubts(found.told)).toEqual([]);
    expect(found.visitors).toHaveLength(visitors);
  });

  test('a cookie that waits for a permission is not taken for one that is lost', async () => {
    const { told } = await examine(standalone.url, 'patient');
    expect(told).toContainEqual(expect.stringMatching(/^cookie ok .*`cookie.requires`/));
  });

  test.each([
    ['cookieless', /^cookie warn .* no reset$/],
    ['tagless', /^tag warn tag\.js gets 404/],
  ])('of the pipeline %s it asks whether that is meant', async (pipeline, doubt) => {
    const found = await examine(standalone.url, pipeline);
    expect(doubts(found.told)).toEqual([expect.stringMatching(doubt)]);
  });

  test.each(['shop', 'patient', 'peopleOnly'])(
    'a proxy that takes the cookie of %s away is found, whatever the tag waits for',
    async (pipeline) => {
      change = (headers) => delete headers['set-cookie'];
      const found = await examine(proxy.url, pipeline);
      expect(doubts(found.told)).toEqual([expect.stringMatching(/^cookie fail .* nobody is recognised$/)]);
      expect(found.exitCode).toBe(1);
    },
  );

  test('a proxy that gives everything to its own host alone is found', async () => {
    change = (headers) => (headers['cross-origin-resource-policy'] = 'same-origin');
    const found = await examine(proxy.url, 'shop');
    expect(doubts(found.told)).toEqual([
      expect.stringMatching(/^script fail .*Cross-Origin-Resource-Policy: same-origin/),
      expect.stringMatching(/^tag fail .*Cross-Origin-Resource-Policy: same-origin/),
    ]);
  });
});
