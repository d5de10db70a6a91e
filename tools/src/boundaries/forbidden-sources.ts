/** A source that must not stand where it stands, and the rule that says so. */
export type Forbidden = {
  readonly title: string;
  /** A source of the room, which is linted as if it read so: what it is part of is what its types are looked up in. */
  readonly path: string;
  readonly source: string;
  readonly rule: string;
};

const boundaries = '@nx/enforce-module-boundaries';

/** What a room is begun from; the domain is begun in parts. */
const entryOf = (room: string): string => {
  if (room.startsWith('apps/')) return `${room}/src/main.ts`;
  return room === 'libs/domain' ? `${room}/src/identity/index.ts` : `${room}/src/index.ts`;
};

const importing = (title: string, room: string, specifier: string): Forbidden => ({
  title,
  path: entryOf(room),
  source: `export * from '${specifier}';\n`,
  rule: boundaries,
});

/** The identity's own, where nothing but its arguments may count. */
const inDomain = (
  title: string,
  source: string,
  rule: string,
  name: 'decide/decide' | 'model/ids' | 'model/strength' = 'decide/decide',
): Forbidden => ({
  title,
  path: `libs/domain/src/identity/${name}.ts`,
  source: `${source}\n`,
  rule,
});

/** A feature, where time and chance come from the deps and sizes are kept. */
const inResolver = (title: string, source: string, rule: string): Forbidden => ({
  title,
  path: 'libs/features/resolver/src/index.ts',
  source: `${source}\n`,
  rule,
});

export const forbiddenSources: readonly Forbidden[] = [
  importing('domain imports ports', 'libs/domain', '@kith/ports'),
  importing('domain imports an npm package', 'libs/domain', 'typescript'),
  importing('contracts import ports', 'libs/contracts', '@kith/ports'),
  importing('ports import the platform', 'libs/ports', '@kith/platform'),
  importing('platform imports domain', 'libs/platform', '@kith/domain/identity'),
  importing('a feature imports another', 'libs/features/info-ingest', '@kith/resolver'),
  importing('a feature imports an adapter', 'libs/features/info-ingest', '@kith/embedded'),
  importing('an adapter imports another', 'libs/adapters/embedded', '@kith/remote-calls'),
  importing('an adapter imports a feature', 'libs/adapters/redis', '@kith/resolver'),
  importing('an adapter imports what is not its driver', 'libs/adapters/embedded', 'typescript'),
  importing('a source imports the testing library', 'libs/features/info-ingest', '@kith/testing'),
  importing('the domain imports the testing library', 'libs/domain', '@kith/testing'),
  importing('something imports the tools', 'libs/platform', '@kith/tools'),
  importing('the tools import the suites', 'tools', '@kith/suites'),
  importing('an app imports the end-to-end suites', 'apps/standalone', '@kith/e2e'),
  importing(
    'a feature imports the composition',
    'libs/features/resolver',
    '@kith/composition/identity-resolution',
  ),
  importing('the demo imports a feature', 'demo', '@kith/resolver'),
  importing('an app other than standalone imports the demo', 'apps/info-ingest', '@kith/demo'),
  importing('the end-to-end suites import the platform', 'e2e', '@kith/platform'),
  importing('the web tag imports the platform', 'libs/web-tag', '@kith/platform'),
  importing('a feature imports the web tag', 'libs/features/info-ingest', '@kith/web-tag'),
  {
    ...importing('a room reaches into another by a path', 'libs/ports', 'path'),
    source: `export * from '../../platform/src/index.ts';\n`,
  },
  inDomain('a built-in of Node in the domain', `export * from 'node:fs';`, 'no-restricted-imports'),
  inDomain('the same by its bare name', `export * from 'fs/promises';`, 'no-restricted-imports'),
  inDomain('a clock in the domain', 'export const now = Date.now();', 'no-restricted-properties'),
  inDomain('another clock', 'export const now = new Date();', 'no-restricted-syntax'),
  inDomain('chance in the domain', 'export const x = Math.random();', 'no-restricted-properties'),
  inDomain('I/O in the domain', `export const x = fetch('/');`, 'no-restricted-globals'),
  inDomain('a cycle in the domain', `export * from './derived-ids.ts';`, 'import-x/no-cycle', 'model/ids'),
  inDomain('a longer one', `export * from '../decide/decide.ts';`, 'import-x/no-cycle', 'model/strength'),
  inResolver('a clock in a feature', 'export const now = Date.now();', 'no-restricted-properties'),
  inResolver('another clock', 'export const now = new Date();', 'no-restricted-syntax'),
  inResolver('chance in a feature', `export { randomUUID } from 'node:crypto';`, 'no-restricted-imports'),
  inResolver('its global form', 'export const id = crypto.randomUUID();', 'no-restricted-globals'),
  inResolver(
    'a function of five parameters',
    'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;',
    'max-params',
  ),
  inResolver('a source of more than 350 lines', `${'// more\n'.repeat(351)}export {};`, 'max-lines'),
  inResolver(
    'a function of more than 60 lines',
    `export const f = (): void => {\n${'  f();\n'.repeat(60)}};`,
    'max-lines-per-function',
  ),
  inResolver(
    'a function of more than twelve ways through',
    `export const f = (a: boolean): boolean => ${'a || '.repeat(12)}a;`,
    'complexity',
  ),
  {
    title: 'the environment outside the configuration',
    path: 'libs/platform/src/index.ts',
    source: `export const home = process.env['HOME'];\n`,
    rule: 'no-restricted-properties',
  },
  {
    title: 'any',
    path: 'libs/platform/src/index.ts',
    source: 'export const x = (y: any): unknown => y;\n',
    rule: '@typescript-eslint/no-explicit-any',
  },
  {
    title: 'a promise that nobody waits for',
    path: 'libs/platform/src/index.ts',
    source: 'Promise.resolve(1);\nexport {};\n',
    rule: '@typescript-eslint/no-floating-promises',
  },
];
