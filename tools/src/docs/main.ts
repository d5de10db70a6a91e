import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';
import { apps } from './apps.ts';
import { settingsPage } from './settings-page.ts';

await writeFile(join(workspaceRoot, 'docs/settings.md'), settingsPage(apps));
