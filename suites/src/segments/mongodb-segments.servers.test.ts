import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineSegments } from './define-segments.ts';

defineSegments('segments over MongoDB', mongodbFixture);
