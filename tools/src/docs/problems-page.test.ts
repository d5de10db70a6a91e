import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  graphqlCode,
  openApiDocument,
  PROBLEM_CODES,
  problemPage,
  PROBLEMS,
  type CodeAt,
} from '@kith/contracts';
import { PLATFORM_PROBLEMS } from '@kith/platform';
import { readRooms } from '../../workspace/rooms.mjs';
import { workspaceRoot } from '../process/workspace-root.ts';
import { problemsPage } from './problems-page.ts';

/** Nothing answers with a code that only the table and the page name. */
const TABLE = '/contracts/src/problems/';

const sourcesOf = async (folder: string): Promise<readonly string[]> => {
  const files = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const sources = files.filter((file) => file.endsWith('.ts') && !file.includes(TABLE));
  return Promise.all(sources.map((file) => readFile(file, 'utf8')));
};

describe('the table of problems', () => {
  test('is what docs/problems.md says', async () => {
    expect(await readFile(join(workspaceRoot, 'docs/problems.md'), 'utf8')).toBe(problemsPage());
  });

  test('has a heading for every code on both pages, and no others', () => {
    const headings = Array.from(problemsPage().matchAll(/^## (.+)$/gm), ([, heading]) => heading);
    expect(headings).toEqual(PROBLEM_CODES);
    const anchors = Array.from(problemPage().matchAll(/<h2 id="(\w+)">/g), ([, anchor]) => anchor);
    expect(anchors).toEqual(PROBLEM_CODES);
  });

  test('has the codes of the platform, with the same status', () => {
    const ofPlatform = Object.values(PLATFORM_PROBLEMS);
    const inTable = ofPlatform.map(({ code }) => ({ code, status: PROBLEMS[code].status }));
    expect(inTable).toEqual(ofPlatform);
  });

  test('has no code that nothing answers with', async () => {
    const rooms = readRooms().filter(({ folder }) => /^(?:apps|libs)\//.test(folder));
    const texts = await Promise.all(rooms.map(({ folder }) => sourcesOf(join(workspaceRoot, folder, 'src'))));
    const sources = texts.flat().join('\n');
    const isNamed = (code: string): boolean =>
      sources.includes(`'${code}'`) || sources.includes(`'${graphqlCode(code as CodeAt<'graphql'>)}'`);
    expect(PROBLEM_CODES.filter((code) => !isNamed(code))).toEqual([]);
  });

  test('is what the OpenAPI document lets an answer of interface B have', () => {
    const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].at.includes('edge'));
    expect(openApiDocument()).toMatchObject({
      components: { schemas: { Problem: { properties: { code: { enum: codes } } } } },
    });
  });
});
