import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@kith/tools/process';

/** `docs/operations.md`: what it tells operators to do is what the suites do. */
export const readOperationsPage = (): Promise<string> =>
  readFile(join(workspaceRoot, 'docs/operations.md'), 'utf8');

/** The first block of code in a language under a heading of the page; throws where there is none. */
export const operationsBlock = async (heading: string, language: string): Promise<string> => {
  const section = await sectionUnder(heading);
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(section)?.[1];
  if (block === undefined) throw new Error(`docs/operations.md has no ${language} under ${heading}`);
  return block;
};

/** The rows of the first table under a heading, cell by cell, without the marks of code. */
export const operationsTable = async (heading: string): Promise<readonly (readonly string[])[]> => {
  const [, , ...rows] = (await sectionUnder(heading)).split('\n').filter((line) => line.startsWith('|'));
  if (rows.length === 0) throw new Error(`docs/operations.md has no table under ${heading}`);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
};

const sectionUnder = async (heading: string): Promise<string> => {
  const sections = (await readOperationsPage()).split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operations.md has no heading ${heading}`);
  return section;
};
