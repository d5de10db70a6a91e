import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rooms.mjs';

/** Into so many targets the suites of a shape are dealt: each is a process of its own, and they run side by side. */
const PARTS = { apart: 2, standalone: 2 };

const testFilesUnder = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return testFilesUnder(path);
    return path.endsWith('.test.ts') ? [path] : [];
  });

/** The pattern of the suites that carry a mark in their file name, as `fcdata.chromium.test.ts` does. */
const marked = (mark) => new RegExp(`\\.${mark}\\.(.+\\.)?test\\.ts$`);

/** Suites of the end-to-end room by the shape of Kith that they start: the first that fits. */
const SHAPES = [
  ['faults', marked('faults')],
  ['chromium', marked('chromium')],
  ['apart', marked('servers')],
  ['standalone', /./],
];

const shapeOf = (suite) => SHAPES.find(([, pattern]) => pattern.test(suite))[0];

/** Deals suites to so many targets, one to each in turn. */
const deal = (suites, count) =>
  Array.from({ length: count }, (_, index) => suites.filter((_suite, at) => at % count === index));

const parts = (shape, suites) =>
  deal(suites, PARTS[shape]).map((part, index) => [`e2e--${shape}-${index + 1}`, part]);

const endToEnd = (suites) => {
  const of = (shape) => suites.filter((suite) => shapeOf(suite) === shape);
  return {
    faults: of('faults'),
    ...Object.fromEntries(Object.keys(PARTS).flatMap((shape) => parts(shape, of(shape)))),
    'e2e--chromium': of('chromium'),
  };
};

/** Features over their adapters, most of them twice: those over real servers wait while the others compute. */
const ofTools = (suites) => ({
  'test--servers': suites.filter((suite) => shapeOf(suite) === 'apart'),
  'test--embedded': suites.filter((suite) => !['apart', 'faults'].includes(shapeOf(suite))),
  faults: suites.filter((suite) => shapeOf(suite) === 'faults'),
});

const ofRoom = (suites) => ({ test: suites });

const TARGETS = { '@kith/e2e': endToEnd, '@kith/tools': ofTools };

/** The test files of a room by the target that runs them, relative to the workspace's folder; no target without any. */
export const suitesByTarget = ({ folder, name }) => {
  const suites = testFilesUnder(`${folder}/src`).sort();
  const targets = (TARGETS[name] ?? ofRoom)(suites);
  return Object.fromEntries(Object.entries(targets).filter(([, files]) => files.length > 0));
};
