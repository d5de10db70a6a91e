import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileTarget } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { DestinationSender, Delivery } from '@kith/ports';
import {
  ampleDeadline,
  defineDestinationSenderContract,
  randomUmid,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { createFileSender } from './create-file-sender.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const OPEN = '.demo-files.open';
const JOURNAL = '.demo-files.journal';

let folder: TemporaryDirectory;
let now: number;
let senders: DestinationSender[];
let faults: unknown[];
const endings = useEndings(afterEach);
beforeEach(async () => {
  folder = await temporaryDirectory();
  endings.push(() => folder.remove());
  now = NOON;
  senders = [];
  faults = [];
  endings.push(() => Promise.all(senders.map((sender) => sender.close())));
});

const senderOf = (members: Partial<FileTarget> = {}): DestinationSender => {
  const target: FileTarget = {
    type: 'file',
    directory: folder.path,
    format: { kind: 'ndjson' },
    rotation: { bytes: 1_000_000, ms: HOUR_MS },
    gzip: false,
    ...members,
  };
  const onError = (error: unknown): void => void faults.push(error);
  const sender = createFileSender({ target, stem: 'demo-files', clock: () => now, onError });
  senders.push(sender);
  return sender;
};

/** What a killed process leaves: nothing is closed in order. */
const afterKill = (members: Partial<FileTarget> = {}): DestinationSender => senderOf(members);

const umid: Umid = randomUmid();
const delivery = (id: string, payload: unknown = { id }): Delivery => ({
  id,
  type: 'kith.tracking.page',
  umid,
  at: NOON,
  payload,
});

const send = (sender: DestinationSender, ...ids: readonly string[]) =>
  sender.send(
    ampleDeadline(),
    ids.map((id) => delivery(id)),
  );

const textOf = (name: string): Promise<string> => readFile(join(folder.path, name), 'utf8');
/** An empty file takes its place. */
const replace = async (name: string): Promise<void> => {
  await writeFile(join(folder.path, 'empty'), '');
  await rename(join(folder.path, 'empty'), join(folder.path, name));
};
const closedFiles = async (): Promise<readonly string[]> =>
  (await readdir(folder.path)).filter((name) => !name.startsWith('.')).sort();

defineDestinationSenderContract(async () => {
  const own = await temporaryDirectory();
  await writeFile(join(own.path, 'no-folder'), '');
  const sender = senderOf({ directory: own.path });
  const unreachable = senderOf({ directory: join(own.path, 'no-folder') });
  const received = async (): Promise<readonly unknown[]> =>
    (await readFile(join(own.path, OPEN), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  return { adapter: { sender, received, unreachable }, close: () => own.remove() };
});

describe('files', () => {
  test('hold a JSON object a line, and nothing is delivered that is not on the disk', async () => {
    const sender = senderOf();
    expect(await send(sender, 'a', 'b')).toEqual({ kind: 'delivered' });
    expect(await send(sender, 'c')).toEqual({ kind: 'delivered' });
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
    expect(await closedFiles()).toEqual([]);
  });

  test('hold fixed columns with a head in each file', async () => {
    const format = { kind: 'csv', columns: ['id', 'data.name', 'none'] } as const;
    const sender = senderOf({ format, rotation: { bytes: 10, ms: HOUR_MS } });
    await sender.send(ampleDeadline(), [delivery('1', { id: '1', data: { name: '=1+1' } })]);
    await sender.send(ampleDeadline(), [delivery('2', { id: '2', data: 7 })]);
    const [first = ''] = await closedFiles();
    expect(await textOf(first)).toBe("id,data.name,none\r\n1,'=1+1,\r\n");
    expect(await textOf(OPEN)).toBe('id,data.name,none\r\n2,,\r\n');
  });

  test('are closed when they are large enough, under a name that tells when', async () => {
    const sender = senderOf({ rotation: { bytes: 20, ms: HOUR_MS } });
    await send(sender, 'a', 'b');
    await send(sender, 'c');
    expect(await closedFiles()).toEqual(['demo-files-20261121T120000000Z.ndjson']);
    expect(await textOf(OPEN)).toBe('{"id":"c"}\n');
  });

  test('never replace one another, whatever the clock does', async () => {
    const sender = senderOf({ rotation: { bytes: 1, ms: HOUR_MS }, gzip: true });
    for (const id of ['a', 'b', 'c', 'd']) await send(sender, id);
    const names = await closedFiles();
    const texts = await Promise.all(
      names.map(async (name) => gunzipSync(await readFile(join(folder.path, name)))),
    );
    expect(texts.map(String)).toEqual(['{"id":"a"}\n', '{"id":"b"}\n', '{"id":"c"}\n']);
  });

  test('are closed when they are old enough, also where nothing comes any more', async () => {
    const sender = senderOf({ rotation: { bytes: 1_000_000, ms: 40 } });
    await send(sender, 'a');
    now += 40;
    await eventually(async () => expect(await closedFiles()).toHaveLength(1));
    await send(sender, 'b');
    expect(await textOf(OPEN)).toBe('{"id":"b"}\n');
  });

  test('take a delivery once, though it comes again after the process was killed', async () => {
    await send(senderOf(), 'a', 'b');
    const next = afterKill();
    expect(await send(next, 'b', 'c', 'c')).toEqual({ kind: 'delivered' });
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
  });

  test('take it once also where its file has been closed meanwhile', async () => {
    const rotation = { bytes: 1, ms: HOUR_MS };
    const sender = senderOf({ rotation });
    await send(sender, 'a');
    await send(sender, 'b');
    await send(afterKill({ rotation }), 'a', 'b', 'c');
    expect(await Promise.all((await closedFiles()).map(textOf))).toEqual(['{"id":"a"}\n', '{"id":"b"}\n']);
    expect(await textOf(OPEN)).toBe('{"id":"c"}\n');
  });

  test('lose half a line, and a whole one that nobody was told of, when the process was killed', async () => {
    await send(senderOf(), 'a');
    await appendFile(join(folder.path, OPEN), '{"id":"b"}\n{"id":');
    await send(afterKill(), 'b');
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n');
  });

  test('go on where the journal of the last batch is torn', async () => {
    await send(senderOf(), 'a');
    await appendFile(join(folder.path, OPEN), '{"id":"b"}\n');
    await appendFile(join(folder.path, JOURNAL), '{"end":22,"i');
    await send(afterKill(), 'b');
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n');
    await send(afterKill(), 'a', 'b', 'c');
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
  });

  test('go on where the file lost what its journal has', async () => {
    await send(senderOf(), 'a', 'b');
    await truncate(join(folder.path, OPEN), 5);
    await send(afterKill(), 'a', 'b');
    expect(await textOf(OPEN)).toBe('{"id":"a"}\n{"id":"b"}\n');
  });

  test.each<[string, () => Promise<void>]>([
    [
      'before the file was moved',
      () => rename(join(folder.path, JOURNAL), join(folder.path, '.demo-files.journal-before')),
    ],
    [
      'before it was compressed',
      async () => {
        await rename(join(folder.path, JOURNAL), join(folder.path, '.demo-files.journal-before'));
        await rename(
          join(folder.path, OPEN),
          join(folder.path, '.demo-files-20261121T120000000Z.ndjson.closing'),
        );
        await writeFile(join(folder.path, '.demo-files-20261121T120000000Z.ndjson.draft'), 'half');
      },
    ],
  ])('are closed by the next process where one was killed %s', async (_moment, kill) => {
    await send(senderOf({ gzip: true }), 'a');
    await kill();
    await send(afterKill({ gzip: true }), 'a', 'b');
    const [closed = '', ...others] = await closedFiles();
    expect(others).toEqual([]);
    expect(String(gunzipSync(await readFile(join(folder.path, closed))))).toBe('{"id":"a"}\n');
    expect(await textOf(OPEN)).toBe('{"id":"b"}\n');
  });

  test('of another form are closed as they are, and begun anew', async () => {
    await send(senderOf(), 'a');
    const csv = afterKill({ format: { kind: 'csv', columns: ['id'] } });
    await send(csv, 'a', 'b');
    expect(await textOf(OPEN)).toBe('id\r\nb\r\n');
    await send(afterKill({ format: { kind: 'csv', columns: ['id', 'more'] } }), 'c');
    expect(await textOf(OPEN)).toBe('id,more\r\nc,\r\n');
    expect(await closedFiles()).toEqual([
      'demo-files-20261121T120000000Z.csv',
      'demo-files-20261121T120000000Z.ndjson',
    ]);
    expect(faults).toEqual([]);
  });

  test('that were left open are closed in their time by the next process, though nothing comes', async () => {
    await send(senderOf(), 'a');
    now += HOUR_MS;
    afterKill();
    await eventually(async () => expect(await closedFiles()).toHaveLength(1));
  });

  test.each<[string, () => Promise<void>]>([
    ['the directory was removed', () => rm(folder.path, { recursive: true })],
    ['the directory was moved', () => rename(folder.path, `${folder.path}-moved`)],
    ['the file was removed', () => rm(join(folder.path, OPEN))],
    ['the file was moved', () => rename(join(folder.path, OPEN), join(folder.path, 'taken'))],
    ['another file has its place', () => replace(OPEN)],
    ['the journal was removed', () => rm(join(folder.path, JOURNAL))],
  ])('are begun anew where %s while they were open, and nothing more is lost', async (_what, displace) => {
    const sender = senderOf();
    await send(sender, 'a');
    await displace();
    expect(await send(sender, 'b', 'c')).toEqual({
      kind: 'retry',
      why: 'the file cannot be written (moved or removed)',
    });
    expect(await send(sender, 'b', 'c')).toEqual({ kind: 'delivered' });
    expect(await textOf(OPEN)).toBe('{"id":"b"}\n{"id":"c"}\n');
    await rm(`${folder.path}-moved`, { recursive: true, force: true });
    expect(await send(sender, 'd')).toEqual({ kind: 'delivered' });
    expect(await textOf(OPEN)).toBe('{"id":"b"}\n{"id":"c"}\n{"id":"d"}\n');
  });

  test('that cannot be written are tried again later, and lose nothing', async () => {
    const directory = join(folder.path, 'sub');
    await writeFile(directory, 'a file where the directory should be');
    const sender = senderOf({ directory });
    expect(await send(sender, 'a')).toEqual({ kind: 'retry', why: expect.stringContaining('EEXIST') });
    await rename(directory, join(folder.path, 'elsewhere'));
    expect(await send(sender, 'a')).toEqual({ kind: 'delivered' });
  });
});

/** Waits for what a timer brings about. */
const eventually = async (check: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (tries === 10_000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
};
