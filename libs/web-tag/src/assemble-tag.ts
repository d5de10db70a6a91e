import type { TagSettings } from '@kith/contracts';
import { partsFor, scriptName, SETTINGS_NAMES, type Scripts } from './scripts.ts';

/** The text of tag.js for these settings: nothing of it is in the page's global scope but `window.kith`. */
export const assembleTag = (scripts: Scripts, settings: TagSettings): string => {
  const name = scriptName(partsFor(settings));
  const script = scripts[name];
  if (script === undefined) throw new RangeError(`the web tag has no script ${name}`);
  return `{let ${variables(settings)},${script}}\n`;
};

/** All of them, also those that are not set: the script reads each. */
const variables = ({ manager, ...settings }: TagSettings): string => {
  const values: Readonly<Record<string, unknown>> = { ...settings, ...manager };
  return Object.entries(SETTINGS_NAMES)
    .map(([name, variable]) =>
      values[name] === undefined ? variable : `${variable}=${literal(values[name])}`,
    )
    .join();
};

/** Within a text there is a backslash before a quote. */
const QUOTED_NAMES = /(?<=[{,])"([a-z]\w*)":/gi;
const BEYOND_SCRIPTS = /[<\u2028\u2029]/g;

/** JSON that is safe in any script. */
const literal = (value: unknown): string =>
  JSON.stringify(value)
    .replace(BEYOND_SCRIPTS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(QUOTED_NAMES, '$1:');
