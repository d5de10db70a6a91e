import { builtinModules } from 'node:module';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { FUNCTION_LIMITS, LIMITS } from './tools/lint/limits.mjs';

/** What runs in Node, tests included; what runs in browsers. */
const programs = [
  './tsconfig.json',
  './libs/features/profile-query/src/graphiql-page/tsconfig.json',
  './demo/src/demo-page/tsconfig.json',
  './libs/web-tag/src/tag/tsconfig.json',
];
const sources = ['{apps,demo,e2e,libs,suites,tools}/**/*.ts'];
const tests = ['**/*.test.ts', '**/*.fake.ts'];
/** What holds tests that several suites run. */
const suites = ['{e2e,suites,libs/testing}/**/*.ts', '**/define-*.ts'];

/** What an app may import. */
const app = ['composition', 'feature', 'adapter', 'ports', 'contracts', 'domain', 'platform', 'web-tag'];
/** The import table of docs/architecture.md#rooms: which kind of room may import which. */
const mayImport = {
  domain: ['domain'],
  contracts: ['domain'],
  ports: ['domain'],
  feature: ['domain', 'contracts', 'ports', 'platform'],
  adapter: ['domain', 'contracts', 'ports', 'platform'],
  platform: ['platform'],
  composition: ['feature', 'adapter', 'ports', 'contracts', 'domain', 'platform'],
  testing: ['domain', 'contracts', 'ports', 'platform'],
  'web-tag': ['contracts'],
  demo: ['domain', 'contracts', 'ports', 'platform'],
  app,
  standalone: [...app, 'demo'],
  e2e: ['contracts', 'testing'],
};
const everyRoom = Object.keys(mayImport);

/** The npm packages that a room is held to; a room that is not named here may use what it declares. */
const drivers = {
  lmdb: ['lmdb'],
  mongodb: ['mongodb'],
  kafka: ['kafkajs'],
  redis: ['ioredis'],
  jsonata: ['jsonata'],
  'enrichment-sources': ['csv-parse', 'isbot', 'mmdb-lib', 'ua-parser-js'],
  http: [],
};

const allOff = (rules) => Object.fromEntries(Object.keys(rules).map((rule) => [rule, 'off']));
const tag = (kind) => `type:${kind}`;

/** `extra` is what the files at hand may import beyond the table: tests may import the testing library. */
const boundaries = (extra) => [
  'error',
  {
    banTransitiveDependencies: true,
    // Its package hides its package.json, and build tools bring other versions of it: Nx cannot tell which one it is.
    allow: ['lru-cache'],
    // The testing library builds on the rooms whose tests import it. Their sources do not import it: see below.
    ignoredCircularDependencies: ['domain', 'contracts', 'ports', 'platform'].map((room) => [
      '@kith/testing',
      `@kith/${room}`,
    ]),
    depConstraints: [
      ...Object.entries(mayImport).map(([kind, kinds]) => ({
        sourceTag: tag(kind),
        onlyDependOnLibsWithTags: [...kinds, ...extra].map(tag),
      })),
      { sourceTag: tag('tools'), onlyDependOnLibsWithTags: everyRoom.map(tag) },
      { sourceTag: tag('suites'), onlyDependOnLibsWithTags: [...everyRoom, 'tools'].map(tag) },
      ...(extra.length > 0 ? [] : [{ sourceTag: tag('domain'), allowedExternalImports: [] }]),
      ...Object.entries(drivers).map(([technology, packages]) => ({
        sourceTag: `tech:${technology}`,
        allowedExternalImports: extra.length > 0 ? [...packages, 'vitest', 'fast-check'] : packages,
      })),
    ],
  },
];

/** No cast of `process`, no import and no unpacking of it reads the environment past the configuration. */
const environment = 'Only the configuration of an app reads the environment.';
const refuseEnvironment = {
  'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environment }],
  'no-restricted-syntax': [
    'error',
    {
      selector: 'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
      message: environment,
    },
    {
      selector: 'ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name="env"]',
      message: environment,
    },
  ],
};

/** What would make a decision of the domain depend on more than its arguments. */
const impureGlobals = [
  ...['Buffer', 'WebSocket', 'clearImmediate', 'clearInterval', 'clearTimeout', 'console', 'crypto'],
  ...['fetch', 'global', 'globalThis', 'navigator', 'performance', 'process', 'queueMicrotask', 'require'],
  ...['setImmediate', 'setInterval', 'setTimeout'],
];
const pure = 'The domain has no I/O, no clock and no randomness: take the value as an argument.';
const refuseImpurity = {
  'no-restricted-globals': ['error', ...impureGlobals.map((name) => ({ name, message: pure }))],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: pure },
    { object: 'Date', property: 'now', message: pure },
  ],
  // `new Date(time)` converts a time that was given; without an argument it is a clock.
  'no-restricted-syntax': [
    'error',
    { selector: 'ImportExpression', message: pure },
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: pure },
    { selector: 'CallExpression[callee.name="Date"]', message: pure },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: builtinModules.map((name) => ({ name, message: pure })),
      patterns: [{ group: ['node:*'], message: pure }],
    },
  ],
  'import-x/no-cycle': 'error',
};

/** What a use case takes as an argument; it comes from the app, so that a test can tell the time. */
const given = 'Time and chance are arguments: take a clock, an id or a random number from the deps.';
const CHANCE = ['getRandomValues', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID'];
const refuseOwnClock = {
  'no-restricted-globals': ['error', { name: 'crypto', message: given }],
  'no-restricted-properties': [
    ...refuseEnvironment['no-restricted-properties'],
    { object: 'Math', property: 'random', message: given },
    { object: 'Date', property: 'now', message: given },
    { object: 'performance', property: 'now', message: given },
  ],
  'no-restricted-syntax': [
    ...refuseEnvironment['no-restricted-syntax'],
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: given },
    { selector: 'CallExpression[callee.name="Date"]', message: given },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: ['node:crypto', 'crypto'].map((name) => ({ name, importNames: CHANCE, message: given })),
    },
  ],
};

const nodeGlobals = Object.fromEntries(
  ['AbortSignal', 'URL', 'console', 'fetch', 'performance', 'process'].map((name) => [name, 'readonly']),
);

export default defineConfig(
  { ignores: ['**/dist/', '.nx/', 'data/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: nodeGlobals } },
  {
    files: sources,
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { '@nx': nx, 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './libs/domain/tsconfig.json' })],
    },
    languageOptions: {
      parserOptions: { project: programs, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { requireDefaultForNonUnion: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `return act()` keeps a switch of actions readable.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A type parameter may say what a caller gets, although it is named once.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // There are no enums: TypeScript refuses what it cannot erase. To look for them costs a tenth of the lint.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Nothing in Kith uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // A method of a port is asynchronous whether or not this adapter has to wait.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // `noUncheckedIndexedAccess` asks for it where an index is known to be good.
      '@typescript-eslint/no-non-null-assertion': 'off',
      ...LIMITS,
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      eqeqeq: 'error',
      'no-console': 'error',
      ...refuseEnvironment,
    },
  },
  {
    files: ['apps/*/src/config.ts', '{e2e,suites,tools,libs/testing}/**/*.ts'],
    rules: allOff(refuseEnvironment),
  },
  { files: sources, ignores: [...tests, ...suites], rules: FUNCTION_LIMITS },
  { files: ['libs/domain/src/**/*.ts'], ignores: tests, rules: refuseImpurity },
  {
    files: ['{libs/features,libs/contracts,libs/ports,demo}/**/*.ts'],
    // A page of its own in a browser is a process: nobody passes anything to it.
    ignores: [...tests, '**/*-page/**'],
    rules: refuseOwnClock,
  },
  { files: tests, rules: { '@nx/enforce-module-boundaries': boundaries(['testing']) } },
  {
    // What stands for a part of an expected value (`expect.objectContaining`) is typed as `any` by its makers.
    files: [...tests, '{e2e,suites,tools,libs/testing}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
