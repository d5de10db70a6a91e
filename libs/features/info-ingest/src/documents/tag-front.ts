import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type TagSettings, tagSettings } from '@kith/contracts';
import { answer, type Exchange, type Front, type Live, type Logger, notFound } from '@kith/platform';
import type { EdgeConfiguration } from '../pipelines/pipeline-entry.ts';
import { createUnknownPipeline } from '../pipelines/unknown-pipeline.ts';
import { isKnown } from './is-known.ts';

/** A script as it goes over the wire; compressed once, however often it is asked for. */
interface TagFile {
  /** Tells its content from any other. */
  readonly digest: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The scripts of a pipeline: the present one first, then the one before the configuration was last read. */
type PipelineTags = ReadonlyMap<string, readonly TagFile[]>;

export interface TagFrontDeps {
  readonly configuration: Live<EdgeConfiguration>;
  /** The text of tag.js for the settings of a pipeline. */
  readonly tagScript: (settings: TagSettings) => string;
  readonly logger: Logger;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
}

const PATH = /^\/op\/([^/]+)\/tag(?:-([0-9a-f]+))?\.js$/;

const SHORTLY = 'public, max-age=300';

/** A year: the address never leads to another content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Puts the web tag in front of interface B: `GET /op/{pipeline}/tag.js`, and beside it an address for each content, which
 * can be kept for good. Everything else below `/op/` is left to `next`.
 */
export const createTagFront = (deps: TagFrontDeps, next: Front): Front => {
  const { configuration, tagScript, logger } = deps;
  const tags = configuration.map((present, before?: PipelineTags) => {
    const made = pipelineTags(present, tagScript, before);
    warnOfLarge(made, logger);
    return made;
  });
  const unknownPipeline = createUnknownPipeline({ logger, clock: deps.steadyClock });
  return {
    prefix: next.prefix,
    handle: async (exchange) => {
      const [path, pipeline = '', digest] = PATH.exec(exchange.path) ?? [];
      if (path === undefined) return next.handle(exchange);
      const present = tags.current();
      if (!present.has(pipeline)) unknownPipeline(pipeline, present.keys());
      const files = present.get(pipeline) ?? [];
      const file = digest === undefined ? files[0] : files.find((one) => one.digest === digest);
      if (file === undefined || exchange.request.method !== 'GET') throw missing(exchange);
      answerFile(exchange, file, digest === undefined ? SHORTLY : FOR_GOOD);
    },
  };
};

/** The most bytes that a page should have to load, compressed by gzip. */
const ORDINARY_BYTES = 4_096;

const warnOfLarge = (tags: PipelineTags, logger: Logger): void => {
  for (const [pipeline, [present]] of tags) {
    const bytes = present?.bytes.gzip.length ?? 0;
    if (bytes > ORDINARY_BYTES)
      logger.warn(
        { pipeline, bytes },
        'tag.js is larger than 4 KB, for the settings of its pipeline are long',
      );
  }
};

const missing = ({ headers }: Exchange): Error => {
  headers.push('Cache-Control', 'no-store');
  return notFound();
};

/** Nothing in it is anybody's: pages of every site may load it, with `crossorigin` and `integrity` too. */
const SHARED = [
  ...['Vary', 'Accept-Encoding', 'Access-Control-Allow-Origin', '*'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
];

const CONTENT = ['Content-Type', 'text/javascript; charset=utf-8', 'X-Content-Type-Options', 'nosniff'];

const answerFile = (exchange: Exchange, file: TagFile, cacheControl: string): void => {
  const { request, response, headers } = exchange;
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const etag = `"${file.digest}-${encoding}"`;
  const caching = [...SHARED, 'ETag', etag, 'Cache-Control', cacheControl];
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...headers, ...caching]).end();
    return;
  }
  const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const location = ['Content-Location', `tag-${file.digest}.js`];
  answer(exchange, 200, [...caching, ...CONTENT, ...encoded, ...location], file.bytes[encoding]);
};

const BY_SIZE = ['br', 'gzip'] as const;

/** The smallest form that a caller takes (RFC 9110 section 12.5.3). */
export const acceptedEncoding = (header = ''): Encoding => {
  const weights = new Map(header.split(',').map(weighted));
  const accepts = (encoding: string): boolean => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return BY_SIZE.find(accepts) ?? 'identity';
};

const weighted = (part: string): readonly [encoding: string, weight: number] => {
  const [encoding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
  return [encoding, weight === undefined ? 1 : Number(weight)];
};

const DIGEST_LENGTH = 20;

const tagFile = (text: string): TagFile => {
  const identity = Buffer.from(text);
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, DIGEST_LENGTH);
  return {
    digest,
    bytes: { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity) },
  };
};

/** How many scripts of a pipeline can be had by their digests: pages that name one outlive a configuration. */
const KEPT = 2;

/** Makes the scripts of all pipelines, once per configuration; `before` are those of the configuration before. */
const pipelineTags = (
  { pipelines, limits }: EdgeConfiguration,
  tagScript: (settings: TagSettings) => string,
  before: PipelineTags = new Map(),
): PipelineTags => {
  const made = new Map<string, TagFile>();
  const fileOf = (text: string): TagFile => {
    const file = made.get(text) ?? tagFile(text);
    made.set(text, file);
    return file;
  };
  return new Map(
    Array.from(pipelines).flatMap(([name, rules]) => {
      const settings = tagSettings(rules, limits.bodyBytes);
      if (settings === null) return [];
      const present = fileOf(tagScript(settings));
      const others = (before.get(name) ?? []).filter(({ digest }) => digest !== present.digest);
      return [[name, [present, ...others].slice(0, KEPT)] as const];
    }),
  );
};
