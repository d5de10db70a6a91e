import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stepsIn, type WalkStep } from '../kit/readme-walk.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** What docs/website.md has in its blocks. */
export type WebsitePage = {
  /** The configuration file, with its own `tag`. */
  readonly configuration: string;
  /** The same with each other `tag` of the page, in its place. */
  readonly variants: readonly string[];
  readonly snippet: string;
  /** The content security policy. */
  readonly policy: string;
  readonly steps: readonly WalkStep[];
};

const blocksOf = (page: string, language: string): readonly string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, text = '']) => text);

/** The pipeline's `tag` in the configuration file, and how far it stands in. */
const OWN_TAG = /^ {8}tag:\n(?: {10}.*\n)+/m;
const INDENT = ' '.repeat(8);

/** Reads the page; throws where a block is missing. */
export const readWebsitePage = async (): Promise<WebsitePage> => {
  const page = await readFile(join(workspaceRoot, 'docs/website.md'), 'utf8');
  const [configuration = '', ...tags] = blocksOf(page, 'yaml');
  const [snippet] = blocksOf(page, 'html');
  const policy = blocksOf(page, 'text').find((text) => text.startsWith('script-src '));
  if (!OWN_TAG.test(configuration) || snippet === undefined || policy === undefined) {
    throw new Error('docs/website.md lacks its configuration, its snippet or its policy');
  }
  const variants = tags.map((tag) => configuration.replace(OWN_TAG, tag.replace(/^(?=.)/gm, INDENT)));
  return { configuration, variants, snippet, policy: policy.trim(), steps: stepsIn(page) };
};
