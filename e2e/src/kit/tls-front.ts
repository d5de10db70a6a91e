import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';

export type Certificate = { readonly cert: string; readonly key: string };

/** A port that takes TLS for a server on this machine that has none. */
export type TlsFront = { readonly port: number; readonly close: () => Promise<void> };

const run = promisify(execFile);

/** A certificate for all hosts below a domain that nobody has signed but itself. */
export const makeCertificate = async (domain: string): Promise<Certificate> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain},DNS:*.${domain}`];
  await run('openssl', ['req', '-x509', ...newKey, '-out', cert, '-days', '2', ...names]);
  const made = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  await rm(folder, { recursive: true });
  return made;
};

/** Opens a port in front of the server at this port. */
export const openTlsFront = async (certificate: Certificate, port: number): Promise<TlsFront> => {
  const open = new Set<Socket>();
  const server = createServer(certificate, (outer) => {
    const inner = connect({ host: '127.0.0.1', port });
    connectSockets(open, outer, inner);
    connectSockets(open, inner, outer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
};

const connectSockets = (open: Set<Socket>, from: Socket, to: Socket): void => {
  open.add(from);
  from.on('error', () => to.destroy());
  from.on('close', () => {
    open.delete(from);
    to.destroy();
  });
  from.pipe(to);
};
