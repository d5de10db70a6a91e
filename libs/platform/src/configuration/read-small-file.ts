import { open, stat } from 'node:fs/promises';
import { errorCode } from '../errors/error-sentence.ts';

/** A file's bytes, or why there are none, as the end of a sentence that begins with the file's name. */
export type SmallFile =
  { readonly kind: 'read'; readonly content: Buffer } | { readonly kind: 'unreadable'; readonly why: string };

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this process may not read it',
};

const unreadable = (why: string): SmallFile => ({ kind: 'unreadable', why });

/** Bounded by what it reads, not by what the file said of its size: it may be growing. */
const contentOf = async (file: string, maxBytes: number): Promise<SmallFile> => {
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= maxBytes; length += read) {
      read = (await handle.read(buffer, length, buffer.length - length)).bytesRead;
    }
    if (length > maxBytes) return unreadable(`is larger than ${maxBytes} bytes`);
    return { kind: 'read', content: buffer.subarray(0, length) };
  } finally {
    await handle.close();
  }
};

/** Reads a file of at most so many bytes whole. No pipe and no device: nobody knows when they would end. */
export const readSmallFile = async (file: string, maxBytes: number): Promise<SmallFile> => {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return unreadable('is a directory');
    return found.isFile() ? await contentOf(file, maxBytes) : unreadable('is no regular file');
  } catch (cause) {
    const code = errorCode(cause) ?? 'unreadable';
    return unreadable(REASONS[code] ?? `cannot be read (${code})`);
  }
};
