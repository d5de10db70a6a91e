export * from './create-file-sender.ts';
export * from './open-file-sender.ts';
