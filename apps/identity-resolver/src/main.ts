import { STORE_LAYOUT } from '@kith/mongodb';
import { runApp } from '@kith/platform';
import { start } from './compose.ts';
import { fixed, readConfiguration, readSettings } from './config.ts';

void runApp({
  name: 'identity-resolver',
  layout: STORE_LAYOUT,
  readSettings,
  readConfiguration,
  fixed,
  start,
});
