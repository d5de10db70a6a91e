export * from './run-command.ts';
export * from './run-quietly.ts';
export * from './workspace-root.ts';
