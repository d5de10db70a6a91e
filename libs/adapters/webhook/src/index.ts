export * from './create-webhook-sender.ts';
export * from './open-webhook-sender.ts';
