export { createResolveFront } from './resolve-front.ts';
export type { ResolveFrontParts } from './resolve-front.ts';
export * from './start-identity-resolution.ts';
