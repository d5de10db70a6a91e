import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

/** A file of a page before it is packed. */
export interface UnpackedFile {
  readonly name: string;
  /** Its content type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A file that a page loads. */
export interface PageFile extends UnpackedFile {
  readonly gzipped: Buffer;
  /** Tells its content from any other. */
  readonly digest: string;
}

/** All files of a page. */
export interface PageFiles {
  /** Stands in the addresses of the files: another set of files has other addresses. */
  readonly version: string;
  get(name: string): PageFile | undefined;
}

export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
export const SHEET_TYPE = 'text/css; charset=utf-8';

/** Packs the files of a page as `read` brings them, when they are first asked for; what fails is tried again. */
export const packedOnce = (read: () => Promise<readonly UnpackedFile[]>): (() => Promise<PageFiles>) => {
  let packing: Promise<PageFiles> | null = null;
  return () => {
    packing ??= pack(read).catch((fault: unknown) => {
      packing = null;
      throw fault;
    });
    return packing;
  };
};

const pack = async (read: () => Promise<readonly UnpackedFile[]>): Promise<PageFiles> => {
  const files = new Map(await Promise.all((await read()).map(packFile)));
  const contents = Array.from(files, ([name, { digest }]) => name + digest).sort();
  return { version: digestOf(contents.join('\n')).slice(0, 16), get: (name) => files.get(name) };
};

const compress = promisify<Buffer, Buffer>(gzip);

const packFile = async (file: UnpackedFile): Promise<readonly [string, PageFile]> => [
  file.name,
  { ...file, gzipped: await compress(file.bytes), digest: digestOf(file.bytes) },
];

const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const HEADERS = {
  // The address of a file never leads to another content.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** Answers with a file of a page by version and name; what there is not is left to what comes after. */
export const pageFileHandler =
  (files: () => Promise<PageFiles>): RequestHandler<{ version: string; name: string }> =>
  async (request, response, next) => {
    const { version, name } = request.params;
    const found = await files();
    const file = version === found.version ? found.get(name) : undefined;
    if (file === undefined) return next();
    const zipped = request.acceptsEncodings('gzip') === 'gzip';
    response.set({ ...HEADERS, 'Content-Type': file.type });
    response.set(
      zipped ? { ETag: `"${file.digest}-gzip"`, 'Content-Encoding': 'gzip' } : { ETag: `"${file.digest}"` },
    );
    response.send(zipped ? file.gzipped : file.bytes);
  };
