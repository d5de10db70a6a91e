import { newSuiteHome } from '../suite/suite-home.ts';
import { defineUnreadCrowd } from './define-unread-crowd.ts';

defineUnreadCrowd('a crowd that never reads, before the apps apart,', newSuiteHome);
