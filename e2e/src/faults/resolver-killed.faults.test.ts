import { defineKilledApp } from './killed-app.ts';

defineKilledApp({
  app: 'identity-resolver',
  replicas: 3,
  spared: 1,
  kills: 50,
  killsOfOne: { short: 3, long: 50 },
});
