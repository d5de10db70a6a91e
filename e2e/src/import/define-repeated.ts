import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATION_SOCKET, resolverCalls } from '@kith/contracts';
import type { ImportStage } from './import-stage.ts';

const MODIFIED_AT = '2026-01-02T03:04:05Z';

/** Lines about customers whom nobody has seen. */
const linesOf = (kind: string): readonly object[] =>
  Array.from({ length: 200 }, (_, index) => {
    const customerId = `${kind}-again-${index}`;
    return kind === 'profiles'
      ? { customerId, tier: 'gold', modifiedAt: MODIFIED_AT }
      : {
          identifier: 'customerId',
          value: customerId,
          permission: 'CS-OPT',
          status: true,
          modifiedAt: MODIFIED_AT,
        };
  });

/** What a standalone tells of a call that comes again, as after a time-out: the socket takes what `kith import` sends. */
export const defineRepeated = (name: string, open: () => Promise<ImportStage>): void =>
  void describe(name, () => {
    let stage: ImportStage;
    beforeAll(async () => {
      stage = await open();
    }, 240_000);

    const post = async (body: object): Promise<unknown> => {
      const socketPath = join(stage.env['DATA_DIR'] ?? '', ADMINISTRATION_SOCKET);
      const { path } = resolverCalls.imports.take;
      const headers = { 'content-type': 'application/json' };
      const sent = request({ socketPath, path, method: 'POST', headers, agent: false });
      sent.end(JSON.stringify({ account: 'demo', ...body }));
      const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
      return JSON.parse(await text(response));
    };

    test.each(['permissions', 'profiles'])(
      'calls about one batch of %s are all told what became of it, side by side and later',
      async (kind) => {
        const call = { id: randomUUID(), kind, lines: linesOf(kind) };
        const taken = { taken: 200, outdated: 0, unchanged: 0, refused: [] };
        expect(await Promise.all([post(call), post(call)])).toEqual([taken, taken]);
        expect(await post(call)).toEqual(taken);
        const another = { ...call, id: randomUUID() };
        expect(await post(another)).toEqual({ ...taken, taken: 0, unchanged: 200 });
      },
    );
  });
