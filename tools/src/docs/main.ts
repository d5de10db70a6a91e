import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dashboardFiles } from '../monitoring/dashboard-files.ts';
import { workspaceRoot } from '../process/workspace-root.ts';
import { settings } from './apps.ts';
import { configurationJsonSchema } from './configuration-json-schema.ts';
import { noticePage } from './notice-page.ts';
import { openApiPage } from './openapi-page.ts';
import { problemsPage } from './problems-page.ts';
import { schemaPage } from './schema-page.ts';
import { settingsPage } from './settings-page.ts';

await writeFile(join(workspaceRoot, 'docs/settings.md'), settingsPage(settings));
await writeFile(join(workspaceRoot, 'config/kith.schema.json'), configurationJsonSchema());
await writeFile(join(workspaceRoot, 'docs/openapi.json'), openApiPage());
await writeFile(join(workspaceRoot, 'NOTICE'), await noticePage());
await writeFile(join(workspaceRoot, 'docs/problems.md'), problemsPage());
await writeFile(join(workspaceRoot, 'docs/schema.graphql'), schemaPage());
for (const [path, content] of dashboardFiles()) await writeFile(join(workspaceRoot, path), content);
