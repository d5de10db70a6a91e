// Gives every room its targets: build, lint, typecheck, test, and e2e or faults where it has such suites.
import { dirname } from 'node:path';
import { isApp } from './bundle-app.mjs';
import { readRooms, withImports } from './rooms.mjs';
import { suitesByTarget } from './suites.mjs';

/** What a run was told beside the files: its seed and its extent. */
const TOLD = [{ env: 'KITH_SEED' }, { env: 'KITH_TEST_LONG' }, { env: 'KITH_REQUIRE_ALL' }];
/** What this machine has of the things that some suites need. */
const FOUND = { runtime: 'node tools/workspace/found.mjs' };

const command = (text, rest) => ({
  executor: 'nx:run-commands',
  cache: true,
  options: { command: text },
  ...rest,
});

/** The rooms that hold what an app is made of. */
const production = (rooms, names) => ({
  input: 'production',
  projects: withImports(rooms, names).map(({ name }) => name),
});

const buildOf = (rooms, room) =>
  command(`node tools/workspace/build-main.mjs --alone ${room.name}`, {
    inputs: ['builder', 'production', ...(isApp(room) ? [production(rooms, [room.name])] : [])],
    outputs: ['{projectRoot}/dist'],
  });

const lintOf = ({ folder }) =>
  command(`node tools/workspace/lint.mjs ${folder}`, {
    inputs: ['default', '^production', 'linter', { externalDependencies: LINTERS }],
  });
const LINTERS = ['eslint', 'typescript-eslint', '@nx/eslint-plugin', 'eslint-plugin-import-x', 'typescript'];

const typecheckOf = ({ folder }) =>
  command(`node tools/workspace/typecheck.mjs ${folder}`, { inputs: ['default', '^production', 'types'] });

/** What a program that a suite starts is made of. */
const STARTED = ['@kith/standalone', '@kith/cli'];
const startsThem = (target) => /^e2e--(standalone|chromium)/.test(target);

const suitesOf = (rooms, { name }, target) =>
  command(`node tools/workspace/run.mjs @kith/tools test/target.js ${name} ${target}`, {
    inputs: [
      ...['default', 'reads', 'runner', FOUND, ...TOLD],
      startsThem(target) ? production(rooms, [name, ...STARTED]) : '^production',
    ],
    outputs: [`{projectRoot}/test-reports/${target}.json`],
  });

/** The targets whose suites are dealt to several: `e2e` of `e2e--apart--1` and others. */
const groupsOf = (names) => [
  ...new Set(names.filter((name) => name.includes('--')).map((name) => name.split('--')[0])),
];
const partsOf = (group, names) => names.filter((name) => name.startsWith(`${group}--`));

const testsOf = (rooms, room) => {
  const names = Object.keys(suitesByTarget(room));
  const targets = Object.fromEntries(names.map((target) => [target, suitesOf(rooms, room, target)]));
  const wholes = Object.fromEntries(groupsOf(names).map((group) => [group, together(partsOf(group, names))]));
  if ('e2e' in wholes) return { ...targets, ...wholes, test: together(['e2e']) };
  if ('test' in wholes) return { ...targets, ...wholes };
  // A program without suites of its own is proven over the wire.
  return isApp(room) && names.length === 0
    ? { test: together([{ projects: '@kith/e2e', target: 'e2e' }]) }
    : targets;
};

/** That everything measures: on servers of its own, whatever the suites beside it use; it asserts no time. */
const benchOf = ({ name }) =>
  name === '@kith/tools'
    ? {
        bench: command(
          `env ${WITHOUT_SERVERS} node tools/workspace/run.mjs @kith/tools bench/main.js --short --servers`,
          { inputs: ['default', 'runner', '^production', FOUND, ...TOLD] },
        ),
      }
    : {};
const WITHOUT_SERVERS = '-u MONGODB_URI -u KAFKA_BROKERS -u REDIS_URL';

const targetsOf = (rooms, room) => ({
  build: buildOf(rooms, room),
  lint: lintOf(room),
  typecheck: typecheckOf(room),
  ...testsOf(rooms, room),
  ...benchOf(room),
});

const together = (targets) => ({ executor: 'nx:noop', dependsOn: targets });

const EVERYTHING = { inputs: ['{workspaceRoot}/**/*'] };
/**
 * Of the whole workspace. What is no room has a form too. Where nothing is in the cache, all rooms in one program are a
 * fifth of the work of each by itself, which parses those that it imports again.
 */
const whole = {
  format: command('prettier --check .', EVERYTHING),
  'lint-all': command('node tools/workspace/lint.mjs .', EVERYTHING),
  'typecheck-all': command('node tools/workspace/typecheck.mjs .', EVERYTHING),
  checks: together(['format', 'lint-all', 'typecheck-all', { projects: '@kith/tools', target: 'bench' }]),
};

export const name = 'kith';

export const createNodes = [
  '{package.json,{apps,demo,libs,e2e,suites,tools}/**/package.json}',
  (files) => {
    const rooms = readRooms();
    return files.flatMap((file) => {
      if (file === 'package.json') return [[file, { projects: { '.': { targets: whole } } }]];
      const room = rooms.find(({ folder }) => folder === dirname(file));
      if (room === undefined) return [];
      return [[file, { projects: { [room.folder]: { targets: targetsOf(rooms, room) } } }]];
    });
  },
];
