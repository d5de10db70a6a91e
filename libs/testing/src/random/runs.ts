/** How much longer a run is that searches (`test:faults --long`) than one that checks. */
const LONG = 40;

/** So many runs of a random property, or so many milliseconds for them; more where the run is to search. */
export const runs = (count: number): number => (process.env['KITH_TEST_LONG'] === '1' ? count * LONG : count);
