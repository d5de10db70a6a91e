import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { openApiPage } from './openapi-page.ts';

test('docs/openapi.json says what the schemas of interface B say', async () => {
  expect(await readFile(join(workspaceRoot, 'docs/openapi.json'), 'utf8')).toBe(openApiPage());
});
