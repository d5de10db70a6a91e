import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { forbiddenSources } from './forbidden-sources.ts';
import { openLinter, type Linter } from './open-linter.ts';

describe('the rules that `lint` enforces', () => {
  let linter: Linter;
  beforeAll(async () => {
    linter = await openLinter();
  });

  // First: the linter takes the text that it was given last for what stands there when others import it.
  test.each([...new Set(forbiddenSources.map(({ path }) => path))])('take %s as it is', async (path) => {
    const source = await readFile(join(workspaceRoot, path), 'utf8');
    expect(await linter.brokenRules(path, source)).toEqual([]);
  });

  test.each(forbiddenSources)('refuse $title: $rule', async ({ path, source, rule }) => {
    expect(await linter.brokenRules(path, source)).toContain(rule);
  });
});
