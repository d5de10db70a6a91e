import { writeFile } from 'node:fs/promises';
import { buildScripts } from './build-scripts.ts';

await writeFile(new URL('../tag-scripts.json', import.meta.url), JSON.stringify(await buildScripts()));
