/** The outcome of what is awaited, or a failure that says that it did not come within the time. */
export const within = async <T>(milliseconds: number, what: string, awaited: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** What is awaited; where it fails, the failure says what that was. */
export const saying = async <T>(what: string, awaited: Promise<T>): Promise<T> => {
  try {
    return await awaited;
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
};
