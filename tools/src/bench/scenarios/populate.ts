import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../run-command.ts';
import { importedCustomer } from './visitors.ts';

/** Imports customers until there are so many. */
export type Populate = (customers: number) => Promise<void>;

/** Imports by the command, which asks whom the environment names; who is there already is not imported again. */
export const populateOnce = (environment: NodeJS.ProcessEnv): Populate => {
  let imported = 0;
  return async (customers) => {
    if (customers <= imported) return;
    const from = imported;
    imported = customers;
    await importCustomers(environment, from, customers);
  };
};

const importCustomers = async (environment: NodeJS.ProcessEnv, from: number, to: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-bench-population-'));
  try {
    const file = join(folder, 'permissions.csv');
    await pipeline(Readable.from(linesOf(from, to)), createWriteStream(file));
    const args = ['import', 'permissions', file, '--account', 'demo'];
    await runCommand(args, environment, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const linesOf = function* (from: number, to: number): Generator<string> {
  yield 'identifier,value,permission,status,modifiedAt\n';
  for (let index = from; index < to; index += 1)
    yield `customerId,${importedCustomer(index)},CS-OPT,true,2026-01-01T00:00:00Z\n`;
};
