import { vi } from 'vitest';
import { runs } from '@kith/testing/random';
import { defineRecomputing } from './define-recomputing.ts';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';

vi.setConfig({ testTimeout: runs(60_000) });

defineRecomputing(mongodbFixture, { histories: 5 });
