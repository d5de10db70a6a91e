import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Connections } from '../../connections/connections.ts';
import { runCommand } from '../run-command.ts';
import { makeOwnCertificate, type OwnCertificate } from './certificate.fake.ts';
import { FAULTS } from './faults.fake.ts';
import { startMisbehavingKith, type Arrived, type MisbehavingKith } from './misbehaving-kith.fake.ts';
import type { Report } from './report.ts';
import {
  all,
  droppedBots,
  header,
  keepingCache,
  patientCookie,
  policy,
  setCookie,
} from './ways-to-misbehave.fake.ts';

const ENDPOINT = 'https://id.example.com/op/web/info';

/** Servers that browsers cannot speak to, and what is said of them. */
const strangers = ({
  key,
  cert,
}: OwnCertificate): Readonly<Record<string, { readonly listener: Server; readonly says: RegExp }>> => ({
  'TLS 1.1 and nothing newer': {
    listener: createSecureServer({
      ...{ key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    says: /^tls fail .* TLS 1\.0 or 1\.1 and nothing newer/,
  },
  'http without TLS': {
    listener: createServer((_request, response) => response.end()),
    says: /^tls fail .* http without TLS/,
  },
  'something else': {
    listener: createSocketServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.write('something else\r\n'));
    }),
    says: /^connection fail .* does not answer \(TLS: [\w ]+\)$/,
  },
});

/** Runs the command as typed; it needs neither configuration nor data. */
const kith = async (
  ...args: readonly string[]
): Promise<{ readonly exitCode: number; readonly out: string; readonly told: string }> => {
  const lines: string[] = [];
  const told: string[] = [];
  const exitCode = await runCommand(args, {
    connections: {} as Connections,
    terminal: {
      input: Readable.from([]),
      data: (line) => void lines.push(line),
      message: (line) => void told.push(line),
      print: () => Promise.resolve(),
      status: null,
    },
  });
  return { exitCode, out: lines.join('\n'), told: told.join('\n') };
};

describe('kith doctor, against a server that misbehaves in one way', () => {
  let certificate: OwnCertificate;
  let server: MisbehavingKith;

  const endings = useEndings();
  beforeAll(async () => {
    certificate = await makeOwnCertificate(90);
    endings.push(() => rm(certificate.folder, { recursive: true }));
    server = await startMisbehavingKith({ key: certificate.key, cert: certificate.cert });
    endings.push(() => server.close());
  });

  const examine = async (port: number, ...more: readonly string[]) => {
    const { exitCode, out } = await kith(
      'doctor',
      ENDPOINT,
      '--connect-to',
      `127.0.0.1:${port}`,
      '--json',
      ...more,
    );
    return { exitCode, report: JSON.parse(out) as Report };
  };
  const trusted = () => ['--ca', certificate.certFile];
  const doubts = ({ findings }: Report) =>
    findings.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail');

  test('nothing is wrong with one that behaves, and the visit is one visitor without data', async () => {
    server.misbehave(() => undefined);
    const { exitCode, report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([]);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ site: 'https://www.example.com', pipeline: 'web' });
    expect(report.visitors).toEqual(['22222222-2222-4222-8222-222222222222']);
    const withoutCookie = server.arrived.filter(
      ({ method, path, headers }) =>
        method !== 'OPTIONS' && !path.includes('tag.js') && headers.cookie === undefined,
    );
    // Kith refuses such a key: nothing of the request is stored.
    const isRefused = ({ headers }: Arrived) => String(headers['idempotency-key'] ?? '').length === 129;
    expect(withoutCookie.map(isRefused)).toEqual([false, true, true]);
    expect(server.arrived.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each(FAULTS)('$what is found', async ({ fault, verdict, check, told }) => {
    server.misbehave(fault);
    const { exitCode, report } = await examine(server.port, ...trusted());
    const found = doubts(report);
    expect(found).toContainEqual(
      expect.objectContaining({
        check,
        verdict,
        told: expect.stringMatching(told),
        mend: expect.any(String),
      }),
    );
    expect(exitCode).toBe(found.some((one) => one.verdict === 'fail') ? 1 : 0);
  });

  const told = ({ findings }: Report, check: string) =>
    findings.filter((one) => one.check === check).map((one) => `${one.verdict} ${one.told}`);

  test('a cookie that waits for a permission is told from one that is lost, and nothing is left behind', async () => {
    server.misbehave(patientCookie());
    const { exitCode, report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([]);
    expect(exitCode).toBe(0);
    expect(told(report, 'cookie')).toEqual([expect.stringMatching(/^ok .*`cookie.requires`.*example\.com$/)]);
    expect(told(report, 'recognition')).toEqual(['none no visitor to come again']);
    expect(report.visitors).toEqual([]);
  });

  test('where first visits of bots are dropped, the visitor of the reset is looked at in their place', async () => {
    server.misbehave(droppedBots);
    const { report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([]);
    expect(told(report, 'cookie')).toEqual(['ok umdid is set as specified, for example.com']);
    expect(told(report, 'recognition')).toEqual(['ok who comes again is recognised']);
    expect(report.visitors).toEqual(['55555555-5555-4555-8555-555555555555']);
  });

  test('everybody who was left behind for want of a cookie is named', async () => {
    server.misbehave((draft, arrived) => {
      setCookie(/.*/, '')(draft, arrived);
      if (draft.body.startsWith('var ')) draft.body = draft.body.replaceAll('2', '3');
    });
    const { report } = await examine(server.port, ...trusted());
    expect(report.visitors).toEqual(['2', '5', '3'].map((digit) => expect.stringMatching(`^${digit}{8}-`)));
  });

  test('where a cache answers nobody is said to be recognised, or to be left behind', async () => {
    server.misbehave(keepingCache());
    const { exitCode, report } = await examine(server.port, ...trusted());
    expect(exitCode).toBe(1);
    expect(told(report, 'recognition')).toEqual([expect.stringMatching(/^none a cache answers/)]);
    expect(report.visitors).toBeNull();
  });

  test('a policy for one site lets its pages load everything', async () => {
    server.misbehave(policy('', 'same-site'));
    const { report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([]);
  });

  test('an age of nothing, and words in capitals, are no fault', async () => {
    const spoken = header('Cache-Control', 'No-Cache, No-Store, max-age=0');
    server.misbehave(
      all(header('Age', '0'), spoken, header('Content-Type', 'APPLICATION/JSON; Charset="UTF-8"')),
    );
    const { report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([]);
  });

  test('a certificate that nobody trusts is found, and the rest is looked at all the same', async () => {
    server.misbehave(() => undefined);
    const { exitCode, report } = await examine(server.port);
    expect(doubts(report).map(({ check, told }) => [check, told])).toEqual([
      ['tls', expect.stringContaining('no browser trusts')],
    ]);
    expect(exitCode).toBe(1);
  });

  test('an endpoint of another site than the pages is found', async () => {
    server.misbehave(() => undefined);
    const { report } = await examine(server.port, ...trusted(), '--site', 'https://www.example.co.uk');
    expect(doubts(report)).toContainEqual(
      expect.objectContaining({ check: 'site', mend: expect.stringContaining('id.example.co.uk') }),
    );
  });

  test('a port where nobody listens is a failure that says so', async () => {
    const { exitCode, report } = await examine(1, ...trusted());
    expect(exitCode).toBe(1);
    expect(report.findings).toEqual([expect.objectContaining({ check: 'connection', verdict: 'fail' })]);
  });

  test.each(['TLS 1.1 and nothing newer', 'http without TLS', 'something else'])(
    'a server that speaks %s is told in one sentence',
    async (what) => {
      const { listener, says } = strangers(certificate)[what]!;
      await once(listener.listen(0, '127.0.0.1'), 'listening');
      try {
        const { exitCode, report } = await examine((listener.address() as AddressInfo).port, ...trusted());
        expect(exitCode).toBe(1);
        expect(report.findings.map((one) => `${one.check} ${one.verdict} ${one.told}`)).toEqual([
          expect.stringMatching(says),
        ]);
      } finally {
        listener.close();
      }
    },
  );

  test('a certificate that ends soon and a server that speaks old TLS are found', async () => {
    const ending = await makeOwnCertificate(3);
    const old = await startMisbehavingKith({
      key: ending.key,
      cert: ending.cert,
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    try {
      const { report } = await examine(old.port, '--ca', ending.certFile);
      const told = doubts(report).map((one) => `${one.check} ${one.verdict} ${one.told}`);
      expect(told).toEqual([
        expect.stringMatching(/^tls warn the certificate ends in [23] days/),
        expect.stringMatching(/^tls warn the host still speaks TLS 1.0 or 1.1/),
      ]);
    } finally {
      await old.close();
      await rm(ending.folder, { recursive: true });
    }
  });

  test('a host that the proxy does not pass on is mended where the proxy says it', async () => {
    server.misbehave(setCookie('Domain=example.com; ', ''));
    const { report } = await examine(server.port, ...trusted());
    expect(doubts(report)).toEqual([
      expect.objectContaining({
        check: 'cookie',
        mend: expect.stringContaining('proxy_set_header Host'),
      }),
    ]);
  });

  test('a CORS that is open to everybody is told once', async () => {
    server.misbehave((draft) => {
      draft.headers['Access-Control-Allow-Origin'] = '*';
    });
    const { report } = await examine(server.port, ...trusted());
    const told = doubts(report).map((one) => one.told);
    expect(told.filter((one) => one.includes('any site'))).toHaveLength(1);
    expect(new Set(told).size).toBe(told.length);
  });

  test.each(['/nonexistent/ca.pem', import.meta.filename])(
    'authorities that cannot be read are a wrong --ca: %s',
    async (path) => {
      const { exitCode, told } = await kith('doctor', ENDPOINT, '--ca', path);
      expect(exitCode).toBe(2);
      expect(told).toContain('--ca');
    },
  );

  test('told to a person, each finding has a line, and what is wrong has how to mend it', async () => {
    server.misbehave(setCookie('; Secure', ''));
    const { out } = await kith('doctor', ENDPOINT, '--connect-to', `127.0.0.1:${server.port}`, ...trusted());
    expect(out).toMatch(/^ok +site +id\.example\.com and www\.example\.com are one site: example\.com\.$/m);
    expect(out).toMatch(/^FAIL +cookie +umdid is not Secure\.\n +Mend: .+\.$/m);
    expect(out).toMatch(/^\d+ ok, 0 to look at, 1 to mend, 1 not applicable\.$/m);
    expect(out).toMatch(/^Left behind: one anonymous visit .* \(umid 2{8}-/m);
  });
});
