import type { TagSettings } from '@kith/contracts';
import { partsFor, scriptName, SETTINGS_NAME, SETTINGS_NAMES, type Scripts } from './scripts.ts';

/** The text of tag.js for these settings: nothing of it is in the page's global scope but `window.kith`. */
export const assembleTag = (scripts: Scripts, settings: TagSettings): string => {
  const name = scriptName(partsFor(settings));
  const script = scripts[name];
  if (script === undefined) throw new RangeError(`the web tag has no script ${name}`);
  return `(()=>{let ${SETTINGS_NAME}=${literal(settings)};${script}})();\n`;
};

/** Within a text there is a backslash before a quote. */
const QUOTED_NAMES = /(?<=[{,])"([a-z]\w*)":/gi;
const BEYOND_SCRIPTS = /[<\u2028\u2029]/g;

/** JSON that is safe in any script, without what only chose the script. */
const literal = ({ spa: _spa, manager, ...settings }: TagSettings): string =>
  JSON.stringify(
    shorten({ ...settings, ...(manager && { manager: shorten({ ...manager, kind: undefined }) }) }),
  )
    .replace(BEYOND_SCRIPTS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(QUOTED_NAMES, '$1:');

const SHORT: Readonly<Record<string, string>> = SETTINGS_NAMES;

const shorten = (members: object): object =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [SHORT[name] ?? name, value as unknown]));
