import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { schemaPage } from './schema-page.ts';

test('docs/schema.graphql says what the schema of interface A says', async () => {
  expect(await readFile(join(workspaceRoot, 'docs/schema.graphql'), 'utf8')).toBe(schemaPage());
});
