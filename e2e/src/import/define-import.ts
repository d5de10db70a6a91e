import { beforeAll, describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { defineAttributes } from './define-attributes.ts';
import { defineErased } from './define-erased.ts';
import { HEADER, importFolder, reportOf, type ImportReport, type ImportStage } from './import-stage.ts';

/** How long a command may take on a loaded machine, in milliseconds. */
const SLOW_MS = 120_000;

/** What `kith import` does, wherever the profiles lie; `withPersons`: also what becomes of attributes and of the erased. */
export const defineImport = (name: string, open: () => Promise<ImportStage>, withPersons = true): void =>
  void describe(name, () => {
    let stage: ImportStage;
    let files: Awaited<ReturnType<typeof importFolder>>;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
      files = await importFolder(stage.env);
      endings.push(() => files.remove());
    }, 240_000);

    const imported = async (
      kind: 'permissions' | 'profiles',
      fileName: string,
      content: string | Buffer,
      ...args: readonly string[]
    ): Promise<ImportReport> =>
      reportOf(await files.kith(kind, [await files.file(fileName, content), '--json', ...args]));
    const permissionsOf = async (customerId: string) => {
      const query = `&customerId=${customerId}&permissions`;
      const { permissions, permissionsLastModification } = await createVisitor(stage.url).info(query);
      return { permissions, permissionsLastModification };
    };

    test(
      'permissions of a CSV file are there at once, and refused lines are listed with their numbers',
      async () => {
        const path = await files.file(
          'permissions.csv',
          `\uFEFF${HEADER.replace('\n', '\r\n')}` +
            'customerId,"i-1",CS-OPT,true,2026-01-02T03:04:05Z\r\n' +
            '\r\n' +
            'customerId,i-1,CS-OM,FALSE,1767323045\r\n' +
            'customerId,i-2,CS-NONE,true,2026-01-02T03:04:05Z\r\n' +
            'customerId,i-2,CS-OPT,perhaps,2026-01-02T03:04:05Z\r\n' +
            'customerId,i-2,CS-OPT,true,yesterday\r\n' +
            'customerId,i-2,CS-OPT,true,9999999999\r\n' +
            'nobodyKnows,i-2,CS-OPT,true,2026-01-02T03:04:05Z\r\n' +
            'deviceId,nobody-has-it,CS-OPT,true,2026-01-02T03:04:05Z\r\n' +
            'customerId,undefined,CS-OPT,true,2026-01-02T03:04:05Z\r\n' +
            'customerId,i-2,CS-OPT\r\n' +
            'customerId,i\u0007-2,CS-OPT,true,2026-01-02T03:04:05Z\r\n' +
            'customerId,i-3,CS-OPT,true,2026-01-02T03:04:05Z\r\n',
        );
        const ran = await files.kith('permissions', [path, '--json']);
        const { refused, ...counts } = reportOf(ran);
        expect(ran.exitCode).toBe(1);
        expect(counts).toEqual({ lines: 12, taken: 3, outdated: 0, unchanged: 0 });
        expect(refused.map(({ line, reason }) => `${line} ${reason.split(':', 1)[0]}`)).toEqual([
          '5 permission',
          '6 status',
          '7 modifiedAt',
          '8 modifiedAt',
          '9 "nobodyKnows"',
          '10 nobody has the identifier, and it is none that makes a customer',
          '11 customerId',
          '12 has 3 fields, the header has 5',
          '13 customerId',
        ]);
        expect(await permissionsOf('i-1')).toEqual({
          permissions: { 'CS-OPT': true, 'CS-OM': false },
          permissionsLastModification: {
            'CS-OPT': '2026-01-02T03:04:05.000Z',
            'CS-OM': '2026-01-02T03:04:05.000Z',
          },
        });
        expect(await permissionsOf('i-3')).toMatchObject({ permissions: { 'CS-OPT': true } });
      },
      SLOW_MS,
    );

    test(
      'the report goes to a file where one is named, and tells a person the same in words',
      async () => {
        const path = await files.file('words.csv', `${HEADER}customerId,w-1,CS-OPT,perhaps,1767323045\n`);
        const report = join(files.folder, 'refused.txt');
        const { exitCode, stdout, stderr } = await files.kith('permissions', [path, '--report', report]);
        expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
        expect(await readFile(report, 'utf8')).toBe('line 2: status: must be true or false\n');
        expect(stderr).toContain('1 refused');
      },
      SLOW_MS,
    );

    test(
      'an import older than a live withdrawal never grants, one that is later does, and both are in the history',
      async () => {
        const visitor = createVisitor(stage.url);
        await visitor.info('&customerId=live-1', { permission: { 'CS-OPT': false, 'CS-OM': false } });
        const before = Date.now() - 3_600_000;
        const lines = [
          { permission: 'CS-OPT', status: true, modifiedAt: before },
          { permission: 'CS-OM', status: true, modifiedAt: new Date(Date.now() + 60_000).toISOString() },
        ].map((line) => JSON.stringify({ identifier: 'customerId', value: 'live-1', ...line }));
        const report = await imported('permissions', 'live.ndjson', `${lines.join('\n')}\n\n[]\n`);
        expect(report).toMatchObject({ lines: 3, taken: 1, outdated: 1 });
        expect(report.refused).toEqual([{ line: 4, reason: 'is no JSON object' }]);
        expect((await visitor.info('&permissions')).permissions).toEqual({ 'CS-OPT': false, 'CS-OM': true });
        const history = await runKith(
          ['consent', 'history', 'customerId', 'live-1', '--account', 'demo', '--json'],
          { env: stage.env },
        );
        expect(history.stdout.match(/"source":\s*"import"/g)).toHaveLength(2);
        await visitor.info('', { permission: { 'CS-OM': false } });
        expect((await visitor.info('&permissions')).permissions).toEqual({ 'CS-OPT': false, 'CS-OM': false });
        const verified = await runKith(['consent', 'verify', 'customerId', 'live-1', '--account', 'demo'], {
          env: stage.env,
        });
        expect(verified.exitCode).toBe(0);
      },
      SLOW_MS,
    );

    test(
      'a file that is imported twice changes nothing the second time',
      async () => {
        await createVisitor(stage.url).info('&customerId=twice-1', { permission: { 'CS-OPT': false } });
        const content =
          HEADER +
          ['2026-01-01', '2026-03-01', '2026-02-01']
            .flatMap((day) =>
              ['twice-1', 'twice-2'].map((id) => `customerId,${id},CS-OPT,true,${day}T00:00Z\n`),
            )
            .join('');
        expect(await imported('permissions', 'twice.csv', content)).toMatchObject({ taken: 2, outdated: 4 });
        expect(await imported('permissions', 'twice.csv', content)).toMatchObject({ taken: 0, unchanged: 6 });
        expect(await permissionsOf('twice-1')).toMatchObject({ permissions: { 'CS-OPT': false } });
      },
      SLOW_MS,
    );

    test(
      'profiles come together by the rules of requests, and a line that conflicts is refused whole',
      async () => {
        const visitor = createVisitor(stage.url);
        const { umid } = await visitor.info('&enemail=p-1@example.com');
        const content =
          'customerId;enemail;modifiedAt\n' +
          'p-1;p-1@example.com;2026-01-01T00:00:00Z\n' +
          'p-1;p-1b@example.com;2026-01-01T00:00:00Z\n' +
          'p-2;;2026-01-01T00:00:00Z\n' +
          'p-2;p-1@example.com;2026-01-01T00:00:00Z\n';
        const report = await imported('profiles', 'profiles.csv', content);
        expect(report).toMatchObject({ lines: 4, taken: 3, refused: [{ line: 5 }] });
        const { identifiers, ...found } = await createVisitor(stage.url).info('&customerId=p-1&identifiers');
        expect(found.umid).toBe(umid);
        expect(identifiers?.map(({ value }) => value).toSorted()).toEqual([
          'p-1',
          'p-1@example.com',
          'p-1b@example.com',
        ]);
        expect(await imported('profiles', 'profiles.csv', content)).toMatchObject({ taken: 0, unchanged: 3 });
      },
      SLOW_MS,
    );

    test(
      'standard input is read once, with the format told',
      async () => {
        const line = JSON.stringify({ customerId: 'stdin-1', enemail: ['a@example.com', 'b@example.com'] });
        const args = ['-', '--format', 'ndjson', '--json', '--modified-at', '2026-01-01T00:00:00Z'];
        expect(reportOf(await files.kith('profiles', args, line))).toMatchObject({ lines: 1, taken: 1 });
        expect((await files.kith('profiles', ['-'], line)).exitCode).toBe(2);
        const wrongTime = ['-', '--format', 'ndjson', '--modified-at', 'yesterday'];
        expect(await files.kith('profiles', wrongTime, line)).toMatchObject({ exitCode: 2, stdout: '' });
      },
      SLOW_MS,
    );

    test.each([
      ['an empty file', '', 'the file is empty'],
      ['a header without a column', 'identifier,value,permission,status\n', 'modifiedAt'],
      ['a column twice', `${HEADER.trim()},value\n`, 'twice'],
      ['UTF-16', Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), 'UTF-16'],
    ])(
      '%s fails in one sentence',
      async (_what, content, sentence) => {
        const ran = await files.kith('permissions', [await files.file('wrong.csv', content)]);
        expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
        expect(ran.stderr).toContain(sentence);
        expect(ran.stderr).toMatch(/\. Nothing of the file was imported\.$/m);
        expect(ran.stderr).not.toMatch(/^\s+at /m);
      },
      SLOW_MS,
    );

    test(
      'records that are broken cost their own lines, and what is before and behind them is imported',
      async () => {
        const good = (id: string): string => `customerId,${id},CS-OM,true,2026-01-01T00:00:00Z\n`;
        const content =
          `${HEADER}${good('broken-1')}customerId,"x"y,CS-OM,true,2026-01-01T00:00:00Z\n${good('broken-2')}` +
          `customerId,"x,CS-OM,true,2026-01-01T00:00:00Z\n${good('broken-3')}` +
          `customerId,${'x'.repeat(1_000_000)},CS-OM,true,1\n${good('broken-4')}`;
        const { refused, ...counts } = await imported('permissions', 'broken.csv', content);
        expect(counts).toEqual({ lines: 7, taken: 4, outdated: 0, unchanged: 0 });
        expect(refused.map(({ line, reason }) => `${line} ${reason.slice(0, 13)}`)).toEqual([
          '3 has something',
          '5 is longer tha',
          '7 is longer tha',
        ]);
        expect(await permissionsOf('broken-4')).toMatchObject({ permissions: { 'CS-OM': true } });
      },
      SLOW_MS,
    );

    test(
      'text that is not UTF-8 is refused, and no value of a line is repeated in the report',
      async () => {
        const secret = Buffer.from(`${HEADER}customerId,Andr\xe9-secret,CS-OPT,true,1767323045\n`, 'latin1');
        const { refused } = await imported('permissions', 'latin1.csv', secret);
        expect(refused).toEqual([{ line: 2, reason: 'is not UTF-8' }]);
      },
      SLOW_MS,
    );

    if (withPersons)
      defineAttributes({
        stage: () => stage,
        imported: (fileName, content) => imported('profiles', fileName, content),
        refusal: async (fileName, content) => {
          const ran = await files.kith('profiles', [await files.file(fileName, content)]);
          expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
          return ran.stderr;
        },
      });

    if (withPersons) defineErased({ stage: () => stage, imported: (...given) => imported(...given) });

    test(
      'the audit trail says that somebody imported, and why',
      async () => {
        await imported('profiles', 'why.ndjson', '', '--reason', 'ticket 4711');
        const trail = await runKith(['audit', 'list', '--account', 'demo', '--json'], { env: stage.env });
        expect(trail.stdout).toContain('ticket 4711');
      },
      SLOW_MS,
    );
  });
