import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineUnreadCrowd } from './define-unread-crowd.ts';

defineUnreadCrowd('a crowd that never reads, before a standalone,', newStandaloneHome);
