export { createProfileQuery } from './create-profile-query.ts';
export type { ProfileQuery, ProfileQueryDeps } from './create-profile-query.ts';
export { SDL } from './schema/sdl.ts';
export type { Jwks, PublishedKey } from './authentication/jwks.ts';
export { GRAPHQL_PATHS } from './http/graphql-front.ts';
