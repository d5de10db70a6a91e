import { defineKilledApp } from './killed-app.ts';

defineKilledApp('identity-resolver', 50);
