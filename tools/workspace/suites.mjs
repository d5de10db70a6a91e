import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rooms.mjs';

/** Into so many targets the suites of a shape are dealt: each is a process of its own, and they run side by side. */
const PARTS = { faults: 2, apart: 2, standalone: 3, chromium: 1 };

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

/** What hurts servers and apps is asked for by a name of its own. */
const groupOf = (shape) => (shape === 'faults' ? 'faults' : `e2e--${shape}`);

const endToEnd = (suites) =>
  Object.fromEntries(
    Object.entries(PARTS).flatMap(([shape, count]) =>
      deal(
        suites.filter((suite) => shapeOf(suite) === shape),
        count,
      ).map((part, index) => [`${groupOf(shape)}--${index + 1}`, part]),
    ),
  );

/** Features over their adapters, most of them twice: those over real servers wait while the others compute. */
const ofFeatures = (suites) => ({
  ...Object.fromEntries(
    deal(
      suites.filter((suite) => shapeOf(suite) === 'apart'),
      2,
    ).map((part, index) => [`test--servers-${index + 1}`, part]),
  ),
  'test--embedded': suites.filter((suite) => !['apart', 'faults'].includes(shapeOf(suite))),
  // A part of a group, as those of e2e are: nx begins with what others wait for, and this one mostly waits.
  'faults--1': suites.filter((suite) => shapeOf(suite) === 'faults'),
});

const ofRoom = (suites) => ({ test: suites });

/** A part of a group too, so that nx begins with it: begun last, it would run for a minute beside nothing. */
const longest = (suites) => ({ 'test--servers': suites });

const TARGETS = {
  '@kith/e2e': endToEnd,
  '@kith/suites': ofFeatures,
  '@kith/mongodb': longest,
  '@kith/kafka': longest,
};

/** The test files of a room by the target that runs them, relative to the workspace's folder; no target without any. */
export const suitesByTarget = ({ folder, name }) => {
  const suites = testFilesUnder(`${folder}/src`).sort();
  const targets = (TARGETS[name] ?? ofRoom)(suites);
  return Object.fromEntries(Object.entries(targets).filter(([, files]) => files.length > 0));
};
