import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify } from '@swc/core';
import { build, type Plugin } from 'esbuild';
import { type Part, PARTS, partSets, scriptName, type Scripts, SETTINGS_NAMES } from '../scripts.ts';

/**
 * Members that only the tag itself uses, which the build shortens. None of them may be the name of a member of the
 * browser's objects that the tag uses, of the settings, of the wire, or of a call. The short names are those with which
 * the script compresses best: any others would do.
 */
const INTERNAL_NAMES: Readonly<Record<string, string>> = {
  named: 'W',
  asked: 'C',
};

/** What functions of the tag share beside its settings. */
const SHARED_NAMES = [
  'base',
  'isUntracked',
  'decided',
  'jobs',
  'held',
  'collectors',
  'teller',
  'identified',
  'lastPage',
  'hasAsked',
  'underway',
  'isReady',
  'sentAt',
  'failures',
  'restingFor',
  'timer',
  'flush',
];

/** Members of what one page stores and the next reads, maybe with another build: each has its own short name for good. */
const STORED_NAMES: Readonly<Record<string, string>> = {
  visit: 'v',
  known: 'k',
  told: 't',
  elements: 'e',
  isReset: 'r',
  isTried: 'd',
  isSettled: 's',
  waiting: 'w',
  bytes: 'b',
  decision: 'p',
  notices: 'n',
  isSeen: 'a',
  sentAt: 'i',
};

const SHORT_NAMES = { ...INTERNAL_NAMES, ...STORED_NAMES };
const fileOf = (name: string): string => fileURLToPath(new URL(`../../src/tag/${name}.ts`, import.meta.url));

/**
 * A script has one tag, which the sources hand from function to function. In the build its functions share its members
 * as variables, and so the settings, as the handing takes five percent of the script.
 */
const sharedTag: Plugin = {
  name: 'shared-tag',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/]tag[\\/].*\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replace(/\(\)(?:: void)? => (\w+)\(tag\)(?=[,;)])/g, '$1')
        .replace(/\(tag(?:: Tag)?(?:, |(?=\)))/g, '(')
        .replace('const tag = newTag();', '')
        .replace(/\btag\.manager!\.(\w+)/g, (_, name: string) => variableOf(name))
        .replace(/(?<![-/])\b(?:tag|kithSettings)\.(?!ts)(\w+)/g, (_, name: string) => variableOf(name)),
    })),
};

const SETTINGS: Readonly<Record<string, string>> = SETTINGS_NAMES;
const variableOf = (name: string): string => SETTINGS[name] ?? `shared$${name}`;

/** The variables that a script begins with: each member of a new tag by its line there. */
const sharedVariables = async (): Promise<string> => {
  const beginnings = new Map(
    Array.from(
      (await readFile(fileOf('tag'), 'utf8')).matchAll(/^ {2}(\w+): (0|\[\]|\{\}),$/gm),
      ([, name, value]) => [name!, `=${value!}`],
    ),
  );
  return `let ${SHARED_NAMES.map((name) => variableOf(name) + (beginnings.get(name) ?? '')).join()};`;
};

/** What the minifiers begin a script with, which goes on a list of variables: see assemble-tag.ts. */
const TWO_LISTS = /^let ([^;]*);var /;

/** Builds every script of the tag from its sources, minified. */
export const buildScripts = async (): Promise<Scripts> => {
  const named = partSets().map(async (parts) => [scriptName(parts), await buildScript(parts)] as const);
  return Object.fromEntries(await Promise.all(named));
};

/** One script with these parts, for the browsers of the last five years. */
export const buildScript = async (parts: readonly Part[]): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileOf('main')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2021',
    charset: 'utf8',
    legalComments: 'none',
    mangleProps: new RegExp(`^(?:${Object.keys(SHORT_NAMES).join('|')})$`),
    mangleCache: { ...SHORT_NAMES },
    define: {
      ...Object.fromEntries(PARTS.map((part) => [`kithHas${part}`, String(parts.includes(part))])),
    },
    plugins: [sharedTag],
    banner: { js: await sharedVariables() },
    logLevel: 'silent',
  });
  // Shorter than esbuild alone by four percent: functions that are called once are put where they are called.
  const { code } = await minify(outputFiles[0]?.text ?? '', {
    module: true,
    ecma: 2021,
    compress: { ecma: 2021, toplevel: true, passes: 3, sequences: false, unsafe: true },
    mangle: { toplevel: true },
  });
  if (!TWO_LISTS.test(code)) throw new Error('the minifiers begin scripts with something else');
  return code.replace(TWO_LISTS, '$1,').replace(/;$/, '');
};
