import { vi } from 'vitest';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { definePoison } from './define-poison.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

definePoison('poison and outages, over MongoDB', mongodbFixture);
