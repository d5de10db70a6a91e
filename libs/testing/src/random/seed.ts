import { createHash } from 'node:crypto';

/** Where everything that a test draws by chance begins: one number for the whole run, set before any suite. */
export const testSeed = (): number => {
  const seed = Number(process.env['KITH_SEED'] || undefined);
  if (!Number.isSafeInteger(seed)) throw new Error('KITH_SEED must be a whole number');
  return seed;
};

/** The beginning of a stream of its own: the same for the same name and run. */
export const seedOf = (name: string): number =>
  createHash('sha256').update(`${testSeed()} ${name}`).digest().readUInt32BE() >>> 1;

/** The same for what fast-check does not report: a line tells how to see a failure again. */
export const printedSeed = (name: string): number => {
  process.stderr.write(`${name}: KITH_SEED=${testSeed()}\n`);
  return seedOf(name);
};
