/** The code of an error of Node or of a driver (`ENOENT`); undefined where it has none. */
export const errorCode = (cause: unknown): string | undefined => {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
};
