/** The most UTF-16 units that the name of a token can have. */
export const MAX_TOKEN_NAME = 100;
const UNFIT = /[\p{Cc}\p{Surrogate}]/u;

/** What the user calls a token, in one way of writing; empty is no name. */
export const asTokenName = (text: string): string => text.trim().normalize('NFC');

/** Whether a token can have this name: at most 100 UTF-16 units, no control characters. */
export const isTokenName = (text: string): boolean => text.length <= MAX_TOKEN_NAME && !UNFIT.test(text);
