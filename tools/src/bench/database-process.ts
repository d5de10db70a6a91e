import { readFile } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import type { Part } from './scenario.ts';

/** The process of the database at a URI, where it runs on this machine. */
export const databaseProcess = async (uri: string | undefined): Promise<Part | undefined> => {
  if (uri === undefined || uri === '') return undefined;
  const client = new MongoClient(uri);
  try {
    const { pid } = await client.db('admin').command({ serverStatus: 1 });
    const command = await readFile(`/proc/${String(pid)}/comm`, 'utf8').catch(() => '');
    return command.startsWith('mongod') ? { name: 'mongod', pid: Number(pid) } : undefined;
  } finally {
    await client.close();
  }
};
