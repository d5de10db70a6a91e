export * from './create-webhook-sender.ts';
export * from './webhook-secrets.ts';
