import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineExpiring } from './define-expiring.ts';

defineExpiring('what expires in MongoDB', mongodbFixture);
