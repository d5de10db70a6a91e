export * from './create-file-sender.ts';
