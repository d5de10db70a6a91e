import { join } from 'node:path';
import { open, type Key } from 'lmdb';
import type { LogRecord } from './define-dead-letters.ts';

const TOPIC = 'tracking';

/** Appends records to the tracking topic of the embedded log; nobody may run on the data. */
export const appendToEmbeddedLog = async (dataDir: string, records: readonly LogRecord[]): Promise<void> => {
  const root = open(join(dataDir, 'store'), { noSubdir: false, maxDbs: 64 });
  const log = root.openDB<string, Key>('log', { encoding: 'string' });
  const positions = root.openDB<number, Key>('nextPositions', { encoding: 'json' });
  const place = ['log', TOPIC, 0];
  const first = positions.get(place) ?? 0;
  for (const [index, { key, value }] of records.entries()) {
    const text = `${Date.now()} ${JSON.stringify(key)}\n${value.toString('utf8')}`;
    await log.put([TOPIC, 0, first + index], text);
  }
  await positions.put(place, first + records.length);
  await root.close();
};
