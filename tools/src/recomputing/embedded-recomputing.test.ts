import { vi } from 'vitest';
import { defineRecomputing } from './define-recomputing.ts';
import { embeddedFixture } from '../stores/embedded-fixture.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

defineRecomputing(embeddedFixture, { histories: 40 });
