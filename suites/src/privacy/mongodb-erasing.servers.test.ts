import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineErasing } from './define-erasing.ts';

defineErasing('erasing on MongoDB', mongodbFixture);
