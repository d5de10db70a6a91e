import { vi } from 'vitest';
import { runs } from '@kith/testing/random';
import { defineRecomputing } from './define-recomputing.ts';
import { embeddedFixture } from '../stores/embedded-fixture.ts';

vi.setConfig({ testTimeout: runs(60_000) });

defineRecomputing(embeddedFixture, { histories: 40 });
