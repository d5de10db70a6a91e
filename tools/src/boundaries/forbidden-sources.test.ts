import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { forbiddenSources, type Forbidden } from './forbidden-sources.ts';
import { openLinter, type Linter } from './open-linter.ts';

/** What a promise is, types tell. */
const needsTypes = ({ rule }: Forbidden): boolean => rule === '@typescript-eslint/no-floating-promises';

describe.each([
  { name: 'by the source alone', takesTypes: false },
  { name: 'by its types', takesTypes: true },
])('the rules that `lint` enforces $name', ({ takesTypes }) => {
  const forbidden = forbiddenSources.filter((source) => needsTypes(source) === takesTypes);
  let linter: Linter;
  beforeAll(async () => {
    linter = await openLinter(takesTypes);
  });

  // First: the linter takes the text that it was given last for what stands there when others import it.
  test.each([...new Set(forbidden.map(({ path }) => path))])('take %s as it is', async (path) => {
    const source = await readFile(join(workspaceRoot, path), 'utf8');
    expect(await linter.brokenRules(path, source)).toEqual([]);
  });

  test.each(forbidden)('refuse $title: $rule', async ({ path, source, rule }) => {
    expect(await linter.brokenRules(path, source)).toContain(rule);
  });
});
