export * from './bot-detection.ts';
