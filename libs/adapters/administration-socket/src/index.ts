export { AppLeft } from './broken-connection.ts';
export * from './running-app.ts';
