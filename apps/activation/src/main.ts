import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { readConfiguration, readSettings } from './config.ts';

await runApp({
  name: 'activation',
  readSettings,
  readConfiguration,
  notices: ({ notices }) => notices,
  start,
});
