import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineExpiring } from './define-expiring.ts';

defineExpiring('what expires in the embedded store', embeddedFixture);
