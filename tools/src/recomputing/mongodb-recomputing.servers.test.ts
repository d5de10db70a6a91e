import { jest } from '@jest/globals';
import { defineRecomputing } from './define-recomputing.ts';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';

jest.setTimeout(60_000);

defineRecomputing(mongodbFixture, { histories: 5 });
