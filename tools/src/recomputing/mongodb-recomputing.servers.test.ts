import { vi } from 'vitest';
import { defineRecomputing } from './define-recomputing.ts';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

defineRecomputing(mongodbFixture, { histories: 5 });
