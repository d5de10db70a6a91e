import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { readConfig } from './config.ts';

await runApp({ name: 'graphql-query', readConfig, logLevel: ({ settings }) => settings.LOG_LEVEL, start });
