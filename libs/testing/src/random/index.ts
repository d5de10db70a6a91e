export { createRandom } from './random.ts';
export type { Random } from './random.ts';
export { runs } from './runs.ts';
export { printedSeed, seedOf, testSeed } from './seed.ts';
export { shrinkingAtMost } from './shrinking-at-most.ts';
