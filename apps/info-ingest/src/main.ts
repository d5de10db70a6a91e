import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { fixed, readConfiguration, readSettings } from './config.ts';

void runApp({
  name: 'info-ingest',
  readSettings,
  readConfiguration,
  fixed,
  notices: ({ notices }) => notices,
  start,
});
