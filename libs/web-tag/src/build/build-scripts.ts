import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify } from '@swc/core';
import { build, type Plugin } from 'esbuild';
import {
  PARTS,
  partSets,
  scriptName,
  SETTINGS_NAME,
  SETTINGS_NAMES,
  type Part,
  type Scripts,
} from '../scripts.ts';
import { INTERNAL_NAMES, STORED_NAMES } from './internal-names.ts';

const SHORT_NAMES = { ...INTERNAL_NAMES, ...STORED_NAMES, ...SETTINGS_NAMES };
const MAIN = fileURLToPath(new URL('../../src/tag/main.ts', import.meta.url));

/**
 * A script has one tag, which the sources hand from function to function. In the build its functions share it, as the
 * handing takes one percent of the script.
 */
const sharedTag: Plugin = {
  name: 'shared-tag',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/]tag[\\/].*\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replace(/\(tag(?:: Tag)?(?:, |(?=\)))/g, '(')
        .replace('const tag = newTag', 'tag = newTag')
        .replace(/(?<![-/])\btag\b(?!\.ts)/g, TAG),
    })),
};
const TAG = 'sharedByAll';

/** Builds every script of the tag from its sources, minified. */
export const buildScripts = async (): Promise<Scripts> => {
  const named = partSets().map(async (parts) => [scriptName(parts), await buildScript(parts)] as const);
  return Object.fromEntries(await Promise.all(named));
};

/** One script with these parts, for the browsers of the last five years. */
export const buildScript = async (parts: readonly Part[]): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [MAIN],
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
      kithSettings: SETTINGS_NAME,
      ...Object.fromEntries(PARTS.map((part) => [`kithHas${part}`, String(parts.includes(part))])),
    },
    plugins: [sharedTag],
    banner: { js: `let ${TAG};` },
    logLevel: 'silent',
  });
  // Shorter than esbuild alone by four percent: functions that are called once are put where they are called.
  const { code } = await minify(outputFiles[0]?.text ?? '', {
    module: true,
    ecma: 2021,
    compress: { ecma: 2021, toplevel: true, passes: 3, sequences: false, unsafe: true },
    mangle: { toplevel: true },
  });
  return code;
};
