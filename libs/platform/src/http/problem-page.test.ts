import { afterEach, expect, test } from 'vitest';
import { silentLogger } from '../observability/logger.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createProblemPage } from './problem-page.ts';
import { expectProblem, rawAnswer } from './raw-client.fake.ts';

let server: HttpServer;
afterEach(() => server.close());

test('the page of problems is at its path and nowhere else, and can do nothing', async () => {
  server = createHttpServer({
    name: 'public',
    logger: silentLogger,
    headerBytes: 4_096,
    deadlineMs: 1_000,
    fronts: [createProblemPage('<h1>Problems</h1>')],
  });
  const { port } = await server.listen('127.0.0.1', 0);
  const ask = (line: string) =>
    rawAnswer(port, `${line} HTTP/1.1\r\nHost: kith\r\nConnection: close\r\n\r\n`);
  const page = await ask('GET /problems');
  expect([page.status, page.body]).toEqual([200, '<h1>Problems</h1>']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const line of ['POST /problems', 'HEAD /problemsx', 'GET /problems/'])
    expect((await ask(line)).status).toBe(404);
  expectProblem(await ask('GET /problems.html'), 404, 'not_found');
});
