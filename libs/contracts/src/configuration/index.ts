export * from './compile-configuration.ts';
export { configurationSchema, jsonSchemaOfConfiguration } from './configuration-schema.ts';
export type { ConfigurationDocument } from './configuration-schema.ts';
export * from './expressions-in.ts';
export * from './named-files.ts';
export { pipelineName, PROFILE_ID } from './members/names.ts';
export * from './secrets-in.ts';
