import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OnSuite } from './outcome-reporter.ts';
import type { SuiteOutcome } from './suite-outcome.ts';

/** Names the socket on which a run hears from its targets, each of which is a process of its own. */
export const LISTENER = 'KITH_TEST_LISTENER';

export interface Listener {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Hears of every suite that ends in any target. */
export const listenForSuites = async (onSuite: OnSuite): Promise<Listener> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-test-'));
  const path = join(folder, 'suites');
  const server = createServer((socket) => {
    createInterface(socket).on('line', (line) => onSuite(JSON.parse(line) as SuiteOutcome));
  });
  await once(server.listen(path), 'listening');
  return {
    environment: { [LISTENER]: path },
    close: async () => {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
};

export interface Teller {
  readonly tell: OnSuite;
  readonly end: () => Promise<void>;
}

/** Tells whoever listens; a target that is run by itself tells nobody. */
export const tellOfSuites = (environment: NodeJS.ProcessEnv): Teller => {
  const path = environment[LISTENER];
  if (path === undefined) return { tell: () => undefined, end: async () => undefined };
  const socket = connect(path);
  // Whether somebody listens changes nothing of what the suites prove.
  socket.on('error', () => undefined);
  return {
    tell: (outcome) => void socket.write(`${JSON.stringify(outcome)}\n`),
    end: () => new Promise((resolve) => void socket.end(resolve)),
  };
};
