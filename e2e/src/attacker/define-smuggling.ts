import { describe, expect, test } from 'vitest';
import { fresh, type TheKith } from '../conformance/ask.ts';
import { createVisitor } from '../kit/visitor.ts';
import { rawReply, statusesIn } from './raw-reply.ts';

/** Requests whose end two servers would see at different places, each followed by one that must never be taken for one. */
export const defineSmuggling = (kith: TheKith): void => {
  describe('requests within requests', () => {
    /** `ends` are the lines that say where the request ends; the rest of the bytes hold another one. */
    const smuggle = async (ends: string, body: (hidden: string) => string): Promise<readonly number[]> => {
      const customerId = fresh('smuggled');
      const hidden = `GET /op/web/info?out=json&customerId=${customerId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const head = `POST /op/web/info?out=json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${ends}\r\n`;
      const statuses = statusesIn(await rawReply(kith().url, `${head}${body(hidden)}`));
      const probe = createVisitor(kith().url);
      const { umid } = await probe.info();
      // Where the hidden request had been taken, its customer would answer, not the probe's own profile.
      expect((await probe.info(`&customerId=${customerId}`)).umid).toBe(umid);
      return statuses;
    };

    test.each([
      ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
      ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'],
      ['two lengths', 'Content-Length: 0\r\nContent-Length: 4\r\n'],
      ['two lengths in one line', 'Content-Length: 0, 4\r\n'],
      ['a length with a sign', 'Content-Length: +0\r\n'],
      ['a length with a space', 'Content-Length: 0 0\r\n'],
      ['a hexadecimal length', 'Content-Length: 0x0\r\n'],
      ['a length beyond all numbers', 'Content-Length: 99999999999999999999999\r\n'],
      ['a space before the colon', 'Content-Length : 0\r\nTransfer-Encoding: chunked\r\n'],
      ['an encoding after chunked', 'Transfer-Encoding: chunked, identity\r\n'],
      ['an encoding that looks like chunked', 'Transfer-Encoding: xchunked\r\n'],
      ['chunked with a vertical tab', 'Transfer-Encoding: \u000bchunked\r\n'],
      ['a folded line', 'Transfer-Encoding:\r\n chunked\r\n'],
      ['a bare line feed between headers', 'X: y\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n'],
    ])('%s: refused, and the connection with it', async (_, ends) => {
      expect(await smuggle(ends, (hidden) => `0\r\n\r\n${hidden}`)).toEqual([400]);
    });

    test.each([
      ['a size that is none', (hidden: string) => `zz\r\n${hidden}`],
      ['a size with a sign', (hidden: string) => `-1\r\n${hidden}`],
      ['a size beyond all numbers', (hidden: string) => `fffffffffffffffff\r\n${hidden}`],
      ['a chunk that is longer than it says', (hidden: string) => `2\r\n{}${hidden}`],
      ['a bare line feed after the size', (hidden: string) => `0\n\n${hidden}`],
    ])('chunks with %s: refused, and the connection with it', async (_, body) => {
      const statuses = await smuggle('Transfer-Encoding: chunked\r\n', body);
      expect(statuses.every((status) => status === 400)).toBe(true);
      expect(statuses.length).toBeLessThanOrEqual(1);
    });

    test('what a GET has for a body is not taken for the next request', async () => {
      const customerId = fresh('smuggled');
      const hidden = `GET /op/web/info?customerId=${customerId} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const bytes = `GET /op/web/info?out=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`;
      expect(statusesIn(await rawReply(kith().url, bytes))).toEqual([400]);
    });

    test('what a refused request has for a body is not taken for the next request', async () => {
      const hidden = 'GET /op/web/info?out=json HTTP/1.1\r\nHost: x\r\n\r\n';
      for (const [target, line] of [
        ['/op/nobody/info', ''],
        ['/op/web/info', 'Origin: https://evil.example\r\n'],
        ['/op/web/info?out=xml', ''],
      ]) {
        const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}Content-Length: ${hidden.length}\r\n\r\n`;
        expect(statusesIn(await rawReply(kith().url, `${head}${hidden}`))).toHaveLength(1);
      }
    });

    test('good requests one after the other on a connection are answered in their order', async () => {
      const one = 'GET /op/nobody/info HTTP/1.1\r\nHost: x\r\n\r\n';
      const two = 'GET /op/web/info?out=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      expect(statusesIn(await rawReply(kith().url, `${one}${two}`))).toEqual([404, 200]);
    });
  });
};
