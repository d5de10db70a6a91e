import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { DestinationAdministration, DestinationStatus, Replay } from '@kith/ports';
import type { Connections } from '../../connections/connections.ts';
import { runCommand } from '../run-command.ts';

const CAMPAIGNS: DestinationStatus = {
  account: 'demo',
  destination: 'campaigns',
  type: 'webhook',
  isPaused: false,
  since: 0,
  takenAt: {},
  why: null,
  waiting: 0,
  failed: 2,
};

/** Runs `kith destinations replay campaigns`, where these deliveries were laid aside. */
const replay = async (laidAside: readonly string[], ...args: readonly string[]) => {
  const asked: Replay[] = [];
  const told: string[] = [];
  const left = new Set(laidAside);
  const takeOut = (ids: readonly string[]): number => ids.filter((id) => left.delete(id)).length;
  const administration: Pick<DestinationAdministration, 'list' | 'replay'> = {
    list: async () => [CAMPAIGNS],
    replay: async (_deadline, { replay: what }) => {
      asked.push(what);
      return { kind: 'done', result: what.kind === 'since' ? null : takeOut(what.ids ?? [...left]) };
    },
  };
  const connections = {
    withDestinations: (work: (all: typeof administration) => unknown) => work(administration),
  } as unknown as Connections;
  const terminal = {
    input: Readable.from([]),
    data: () => undefined,
    message: (line: string) => void told.push(line),
    print: () => Promise.resolve(),
    status: null,
  };
  const exitCode = await runCommand(['destinations', 'replay', 'campaigns', ...args], {
    connections,
    terminal,
  });
  return { exitCode, told: told.join('\n'), asked, left: [...left] };
};

test('an id that is named twice is one delivery', async () => {
  const { exitCode, told, left } = await replay(['a', 'b', 'c'], 'a', 'b', 'a');
  expect({ exitCode, left }).toEqual({ exitCode: 0, left: ['c'] });
  expect(told).toBe('2 of the deliveries that were laid aside are tried again.');
});

test('ids under which nothing was laid aside are named, and the others are tried again', async () => {
  const { exitCode, told, left } = await replay(['a', 'b'], 'x', 'a', 'y', 'x');
  expect({ exitCode, left }).toEqual({ exitCode: 1, left: ['b'] });
  expect(told).toBe(
    'kith: 1 of the deliveries that were laid aside are tried again; nothing was laid aside under "x", "y"',
  );
});

test('a time that is still to come is refused, one that has been is not', async () => {
  const future = new Date(Date.now() + 60_000).toISOString();
  expect(await replay([], '--since', future, '--yes')).toMatchObject({
    exitCode: 2,
    asked: [],
    told: expect.stringContaining('It is still to come.'),
  });
  expect(await replay([], '--since', '2020-01-01T08:00Z', '--yes')).toMatchObject({
    exitCode: 0,
    asked: [{ kind: 'since', at: Date.UTC(2020, 0, 1, 8) }],
  });
});
