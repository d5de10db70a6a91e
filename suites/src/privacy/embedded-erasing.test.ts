import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineErasing } from './define-erasing.ts';

defineErasing('erasing on the embedded store', embeddedFixture);
