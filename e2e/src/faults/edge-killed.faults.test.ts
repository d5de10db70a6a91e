import { defineKilledApp } from './killed-app.ts';

defineKilledApp('info-ingest', 10);
