import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { fixed, readConfiguration, readSettings } from './config.ts';

await runApp({ name: 'identity-resolver', readSettings, readConfiguration, fixed, start });
