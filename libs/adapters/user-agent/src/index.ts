export * from './user-agent-source.ts';
