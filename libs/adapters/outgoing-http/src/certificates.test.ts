import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLive, deadlineIn } from '@kith/platform';
import type { OutgoingOutcome } from '@kith/ports';
import { temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openOutgoingHttp } from './open-outgoing-http.ts';

const run = promisify(execFile);

/** A server with a certificate for `127.0.0.1` that nobody has signed but itself, made with the `keytool` of Java. */
const startServer = async (directory: string) => {
  const [keystore, file] = [join(directory, 'server.p12'), join(directory, 'ca.pem')];
  const store = ['-alias', 'server', '-keystore', keystore, '-storepass', 'only-for-tests'];
  const key = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '2', '-storetype', 'PKCS12'];
  const name = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1'];
  await run('keytool', ['-genkeypair', ...store, ...key, ...name]);
  await run('keytool', ['-exportcert', '-rfc', ...store, '-file', file]);
  const server = createServer(
    { pfx: await readFile(keystore), passphrase: 'only-for-tests' },
    (_, response) => response.end('ok'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, authorities: await readFile(file, 'utf8') };
};

describe('a certificate', () => {
  let directory: TemporaryDirectory;
  let started: Awaited<ReturnType<typeof startServer>>;
  const endings = useEndings();
  beforeAll(async () => {
    directory = await temporaryDirectory();
    endings.push(() => directory.remove());
    started = await startServer(directory.path);
    endings.push(() => started.server.close());
  });

  const call = async (host: string, authorities?: string): Promise<OutgoingOutcome> => {
    const origin = `https://${host}:${(started.server.address() as AddressInfo).port}`;
    const { http, close } = openOutgoingHttp({
      hosts: createLive([{ origin, allowPrivate: true }]).live,
      maxAnswerBytes: 100,
      lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
      ...(authorities === undefined ? {} : { authorities }),
    });
    const outcome = await http.call(deadlineIn(10_000), { method: 'GET', url: origin, headers: {} });
    close();
    return outcome;
  };

  test('of an authority that is trusted opens the way', async () => {
    expect(await call('127.0.0.1', started.authorities)).toMatchObject({ kind: 'answered', body: 'ok' });
  });

  test('of nobody that is trusted ends the call before anything is said', async () => {
    const outcome = await call('127.0.0.1');
    expect(outcome).toMatchObject({ kind: 'failed', why: 'unreachable' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining('SELF_SIGNED') });
  });

  test('of another host ends the call before anything is said', async () => {
    const outcome = await call('crm.example', started.authorities);
    expect(outcome).toMatchObject({ kind: 'failed', why: 'unreachable' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
  });
});
