import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { definePoison } from './define-poison.ts';

definePoison('poison and outages, over the embedded store', embeddedFixture);
