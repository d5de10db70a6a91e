import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for `id.example.com` that nobody has signed but itself, in files and in PEM. */
export interface OwnCertificate {
  readonly folder: string;
  readonly certFile: string;
  readonly cert: string;
  readonly key: string;
}

const run = promisify(execFile);

/** Makes a key and its certificate in a new folder, with `openssl`. */
export const makeOwnCertificate = async (days: number): Promise<OwnCertificate> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-certificate-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const name = ['-subj', '/CN=id.example.com', '-addext', 'subjectAltName=DNS:id.example.com'];
  await run('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', String(days), ...name]);
  return {
    folder,
    certFile,
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
  };
};
