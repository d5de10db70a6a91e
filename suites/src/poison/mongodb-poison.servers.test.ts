import {} from 'vitest';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { definePoison } from './define-poison.ts';

definePoison('poison and outages, over MongoDB', mongodbFixture);
