/** The version of Kith that this is; a test holds it to the packages. */
export const VERSION = '0.1.0';
