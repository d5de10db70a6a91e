import type { RequestHandler } from 'express';
import type { PageFiles } from './page-files.ts';

const HEADERS = {
  // The address of a file never leads to another content.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** Answers with a file of the page by version and name; what there is not is left to what comes after. */
export const fileHandler =
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
