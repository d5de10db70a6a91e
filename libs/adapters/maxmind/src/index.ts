export * from './open-geo-source.ts';
