import { jest } from '@jest/globals';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { definePoison } from './define-poison.ts';

jest.setTimeout(30_000);

definePoison('poison and outages, over MongoDB', mongodbFixture);
