export { createTokenIssuing, TOKEN_ISSUING_SECRETS } from './create-token-issuing.ts';
export type { TokenIssuing, TokenIssuingNeeds } from './create-token-issuing.ts';
export type { Jwk, Jwks } from './keys/json-web-key.ts';
export { ACCESS_TOKEN_AUDIENCE } from './tokens/access-token.ts';
export { createPasswordHasher } from './login/password-hasher.ts';
export { createAddUser } from './users/add-user.ts';
export type { AddUser, NewUser, UserAdded } from './users/add-user.ts';
