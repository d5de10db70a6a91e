import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rooms.mjs';

/** Into so many targets the suites of the apps apart are dealt: each has servers of its own, and they run side by side. */
const APART_TARGETS = 2;

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
  ['alone', marked('alone')],
  ['chromium', marked('chromium')],
  ['apart', marked('servers')],
  ['standalone', /./],
];

const shapeOf = (suite) => SHAPES.find(([, pattern]) => pattern.test(suite))[0];

/** Deals suites to so many targets, one to each in turn. */
const deal = (suites, count) =>
  Array.from({ length: count }, (_, index) => suites.filter((_suite, at) => at % count === index));

const endToEnd = (suites) => {
  const of = (shape) => suites.filter((suite) => shapeOf(suite) === shape);
  const apart = deal(of('apart'), APART_TARGETS);
  return {
    ...Object.fromEntries(apart.map((part, index) => [`e2e--apart-${index + 1}`, part])),
    'e2e--standalone': of('standalone'),
    'e2e--chromium': of('chromium'),
    'e2e--alone': of('alone'),
    faults: of('faults'),
  };
};

const ofRoom = (suites) => ({
  test: suites.filter((suite) => shapeOf(suite) !== 'faults'),
  faults: suites.filter((suite) => shapeOf(suite) === 'faults'),
});

/** The test files of a room by the target that runs them, relative to the workspace's folder; no target without any. */
export const suitesByTarget = ({ folder, name }) => {
  const suites = testFilesUnder(`${folder}/src`).sort();
  const targets = name === '@kith/e2e' ? endToEnd(suites) : ofRoom(suites);
  return Object.fromEntries(Object.entries(targets).filter(([, files]) => files.length > 0));
};
