import { tagSettings } from '@kith/contracts';
import type { TagSettings } from '@kith/contracts';
import type { EdgeConfiguration } from '../pipeline-entry.ts';
import { tagFile } from './tag-file.ts';
import type { TagFile } from './tag-file.ts';

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
