import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineSegments } from './define-segments.ts';

defineSegments('segments over the embedded store', embeddedFixture);
