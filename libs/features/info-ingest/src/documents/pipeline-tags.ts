import { tagSettings, type TagSettings } from '@kith/contracts';
import type { EdgeConfiguration } from '../pipelines/pipeline-entry.ts';
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

/** The scripts of a pipeline: the present one first, then the one before the configuration was last read. */
export type PipelineTags = ReadonlyMap<string, readonly TagFile[]>;

/** How many scripts of a pipeline can be had by their digests: pages that name one outlive a configuration. */
const KEPT = 2;

/** Makes the scripts of all pipelines, once per configuration; `before` are those of the configuration before. */
export const pipelineTags = (
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
