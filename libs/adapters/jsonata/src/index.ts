export * from './open-jsonata-mapping.ts';
