/**
 * Whether each part of a token is spelt as its encoder spells it. The last character of base64url may hold bits that no
 * decoder looks at: without this a signed token could be altered there and still be taken for good.
 */
export const isSpeltExactly = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
