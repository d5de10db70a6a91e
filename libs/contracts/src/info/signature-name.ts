/**
 * What carries the signature of an identifier with `verify`, beside it in query or body
 * (docs/behaviour.md#signed-identifiers).
 */
export const signatureName = (identifier: string): string => `${identifier}_sig`;
