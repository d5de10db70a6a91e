import { STORE_LAYOUT } from '@kith/mongodb';
import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { readConfiguration, readSettings } from './config.ts';

void runApp({
  name: 'activation',
  layout: STORE_LAYOUT,
  readSettings,
  readConfiguration,
  notices: ({ notices }) => notices,
  start,
});
