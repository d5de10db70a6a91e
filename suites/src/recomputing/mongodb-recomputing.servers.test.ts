import { defineRecomputing } from './define-recomputing.ts';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';

defineRecomputing(mongodbFixture, { histories: 5 });
