import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { settings } from './apps.ts';
import { settingsPage } from './settings-page.ts';

test('docs/settings.md says what the schemas of the apps say', async () => {
  expect(await readFile(join(workspaceRoot, 'docs/settings.md'), 'utf8')).toBe(settingsPage(settings));
});
