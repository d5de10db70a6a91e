export type * from './consent.ts';
