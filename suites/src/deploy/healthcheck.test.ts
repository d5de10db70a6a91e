import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';
import { workspaceRoot } from '@kith/tools/process';

const script = join(workspaceRoot, 'deploy/healthcheck.mjs');
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A management port that answers `/livez` with a status, and everything else with 404. */
const answering = async (status: number): Promise<number> => {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/livez' ? status : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const exitCodeFor = async (port: number): Promise<number | null> => {
  const child = spawn(process.execPath, [script], { env: { MANAGEMENT_PORT: String(port) } });
  await once(child, 'close');
  return child.exitCode;
};

describe('the health check of a container', () => {
  test('is content with an app that lives', async () => {
    expect(await exitCodeFor(await answering(200))).toBe(0);
  });

  test('fails where the app says that it does not', async () => {
    expect(await exitCodeFor(await answering(503))).toBe(1);
  });

  test('fails where nobody listens', async () => {
    const port = await answering(200);
    server?.close();
    expect(await exitCodeFor(port)).toBe(1);
  });
});
