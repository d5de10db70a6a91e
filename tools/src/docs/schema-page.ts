import { SDL } from '@kith/profile-query';

/** docs/schema.graphql: interface A as graphql-query serves it, before the federation library adds its own part. */
export const schemaPage = (): string => `${SDL.trim()}\n`;
