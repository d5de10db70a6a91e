const MAX_LOGIN_NAME = 256;
const MAX_PASSWORD = 1_024;
const UNFIT = /[\p{Cc}\p{Surrogate}]/u;

/** One user name is written in one way, whichever keyboard it came from. */
export const asLoginName = (text: string): string => text.trim().normalize('NFC');

/** Whether a user can have this name: 1 to 256 UTF-16 units, no control characters. */
export const isLoginName = (text: string): boolean =>
  text.length > 0 && text.length <= MAX_LOGIN_NAME && text === asLoginName(text) && !UNFIT.test(text);

/** Whether this can be somebody's password: 1 to 1,024 UTF-16 units. */
export const isPassword = (text: string): boolean => text.length > 0 && text.length <= MAX_PASSWORD;
