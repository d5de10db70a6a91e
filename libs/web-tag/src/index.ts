import { readFile } from 'node:fs/promises';
import type { TagSettings } from '@kith/contracts';
import { assembleTag } from './assemble-tag.ts';
import type { Scripts } from './scripts.ts';

/** Makes the text of tag.js for the settings of a pipeline. */
export type TagScript = (settings: TagSettings) => string;

/** Beside the sources as beside the build: browsers only get what was built. */
const BUILT = new URL('../dist/tag-scripts.json', import.meta.url);

/** Reads the built scripts; rejects where they were not built. */
export const readTagScript = async (): Promise<TagScript> => {
  const scripts = JSON.parse(await readText()) as Scripts;
  return (settings) => assembleTag(scripts, settings);
};

const readText = async (): Promise<string> => {
  try {
    return await readFile(BUILT, 'utf8');
  } catch (cause) {
    throw new Error('the web tag was not built: run the build of the workspace', { cause });
  }
};
