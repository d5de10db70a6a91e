import { jest } from '@jest/globals';
import { defineRecomputing } from './define-recomputing.ts';
import { embeddedFixture } from '../stores/embedded-fixture.ts';

jest.setTimeout(30_000);

defineRecomputing(embeddedFixture, { histories: 40 });
