import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ImportFormat } from './records.ts';

/** The file, or the standard input, that an import reads. */
export interface ImportSource {
  /** Its bytes; each of them is counted as it passes. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** How many bytes have passed. */
  readonly passed: () => number;
  /** How many there are; null where nobody knows. */
  readonly size: number | null;
  /** What the content comes to, in hex; null where it can be read only once. */
  readonly digest: string | null;
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** The format that a file's name tells of. */
export const formatOf = (file: string): ImportFormat | undefined => FORMATS[extname(file).toLowerCase()];

/** A file, which can be read again and again. */
export const fileSource = async (file: string): Promise<ImportSource> => {
  const { size } = await stat(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { ...counted(() => createReadStream(file)), size, digest: hash.digest('hex') };
};

/** Something that passes once, as standard input does. */
export const passingSource = (input: AsyncIterable<Buffer>): ImportSource => ({
  ...counted(() => input),
  size: null,
  digest: null,
});

const counted = (open: () => AsyncIterable<unknown>): Pick<ImportSource, 'chunks' | 'passed'> => {
  let passed = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    passed = 0;
    for await (const chunk of open() as AsyncIterable<Buffer>) {
      passed += chunk.length;
      yield chunk;
    }
  };
  return { chunks, passed: () => passed };
};
