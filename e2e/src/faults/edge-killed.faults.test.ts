import { defineKilledApp } from './killed-app.ts';

defineKilledApp({
  app: 'info-ingest',
  replicas: 2,
  spared: 0,
  kills: 10,
  killsOfOne: { short: 3, long: 10 },
});
