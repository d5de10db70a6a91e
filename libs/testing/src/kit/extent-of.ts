/** A proof in seconds, and the same proof in as much time as an operator's worst day takes. */
export interface Extents<T> {
  readonly short: T;
  readonly long: T;
}

/** The long one where `test:faults --long` asks for it (KITH_TEST_LONG=1). */
export const extentOf = <T>({ short, long }: Extents<T>): T =>
  process.env['KITH_TEST_LONG'] === '1' ? long : short;
