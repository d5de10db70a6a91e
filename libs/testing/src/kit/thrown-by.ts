/** What the work throws; null where it does not. */
export const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};
