export * from './open-expressions.ts';
