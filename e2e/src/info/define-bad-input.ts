import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import type { Received } from '../kit/conforming.ts';
import type { Kith } from '../kit/kith.ts';
import { sendBytes } from '../kit/raw-connection.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';
import {
  crossSite,
  gzipBomb,
  hostileBodies,
  hostileQueries,
  hostileTargets,
  oversized,
  type Hostile,
} from './hostile-requests.ts';

const everySection = '&attributes&identifiers&nbidentifiers&notifications&permissions';

/** Everything that a server must refuse, and the proof that nothing of it took effect. */
export const defineBadInput = (title: string, kith: () => Kith): void => {
  describe(title, () => {
    /** The device that sends all of it; it must come out as it went in. */
    let visitor: Visitor;
    let before: InfoAnswer;

    beforeAll(async () => {
      visitor = createVisitor(kith().url);
      await visitor.info('', { permission: { 'CS-OPT': false }, data: [{ page: { name: 'before' } }] });
      before = await eventually(
        () => visitor.info(everySection),
        ({ attributes }) => attributes?.['lastPage'] === 'before',
      );
    });

    const refuse = async (hostile: Hostile): Promise<Received> => {
      const { path = '/op/web/info', ...sent } = hostile;
      const answer = await visitor.send(path, sent);
      expect({ title: hostile.title, status: answer.status, body: answer.text }).toMatchObject({
        status: hostile.status,
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{8,}$/);
      return answer;
    };

    test.each(hostileBodies)('$title in the body is a 400 that names the member', async (hostile) => {
      const answer = await refuse(hostile);
      expectProblem(answer, 400);
      if (hostile.pointers !== undefined) expect(pointersOf(answer)).toEqual([...hostile.pointers].sort());
    });

    test.each(hostileQueries)('$title in the query is a 400 that names the parameter', async (hostile) => {
      const answer = await refuse(hostile);
      expectProblem(answer, 400);
      expect(pointersOf(answer)).toEqual(hostile.pointers);
    });

    test.each(hostileTargets)('$title is a 404', async (hostile) => {
      const answer = await refuse(hostile);
      if (hostile.method !== 'HEAD') expectProblem(answer, 404);
    });

    test.each(oversized)('$title is a 413', async (hostile) => {
      expectProblem(await refuse(hostile), 413);
    });

    test('a compressed body that would be too large is a 413 before it is unpacked', async () => {
      expectProblem(await visitor.send('/op/web/info', gzipBomb), 413);
    });

    test.each(crossSite)('$title is a 403 that no other site can read', async (hostile) => {
      const answer = await refuse(hostile);
      expectProblem(answer, 403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.text).not.toContain(before.umid);
    });

    test.each([
      ['a request line that is no HTTP', 'NONSENSE\r\n\r\n'],
      [
        'two lengths',
        'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      ],
      [
        'a length beside chunks',
        'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['no host', 'GET /op/web/info HTTP/1.1\r\n\r\n'],
    ])('%s is a 400', async (_, bytes) => {
      expect(await sendBytes(kith().url, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    });

    test('a malformed cookie is no error: it is replaced by a fresh one', async () => {
      const unlucky = createVisitor(kith().url);
      const answer = await unlucky.get('/op/web/info?out=json', { cookie: 'umdid=%00nonsense' });
      expect(answer.status).toBe(200);
      expect(partsOf(unlucky.cookie('umdid')).umid).toBe((answer.json() as InfoAnswer).umid);
    });

    test('nothing of what was refused took effect', async () => {
      // The log is in order, so what comes after shows that everything before it has been seen to.
      await visitor.info('', { data: [{ page: { name: 'after' } }] });
      const after = await eventually(
        () => visitor.info(everySection),
        ({ attributes }) => attributes?.['lastPage'] === 'after',
      );
      expect(after).toEqual({
        ...before,
        attributes: { ...before.attributes, pageViews: '2', lastPage: 'after' },
      });
    });
  });
};

const text: unknown = expect.any(String);

const expectProblem = (answer: Received, status: number): void => {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(answer.json()).toMatchObject({ status, title: text, type: text });
};

const pointersOf = (answer: Received): readonly string[] =>
  (
    answer.json() as { readonly errors: readonly { readonly pointer: string; readonly detail: string }[] }
  ).errors
    .map(({ pointer }) => pointer)
    .sort();
