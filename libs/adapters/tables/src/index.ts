export * from './open-table-source.ts';
