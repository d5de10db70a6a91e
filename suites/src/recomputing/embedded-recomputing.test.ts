import { defineRecomputing } from './define-recomputing.ts';
import { embeddedFixture } from '../stores/embedded-fixture.ts';

defineRecomputing(embeddedFixture, { histories: 40 });
