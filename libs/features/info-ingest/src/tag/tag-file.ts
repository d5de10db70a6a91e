import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A script as it goes over the wire; compressed once, however often it is asked for. */
export interface TagFile {
  /** Tells its content from any other. */
  readonly digest: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}

export type Encoding = 'br' | 'gzip' | 'identity';

const DIGEST_LENGTH = 20;

export const tagFile = (text: string): TagFile => {
  const identity = Buffer.from(text);
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, DIGEST_LENGTH);
  return {
    digest,
    bytes: { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity) },
  };
};
