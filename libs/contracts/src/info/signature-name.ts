/** What carries the signature of an identifier with `verify`, beside it in query or body (behaviour.md section 3). */
export const signatureName = (identifier: string): string => `${identifier}_sig`;
