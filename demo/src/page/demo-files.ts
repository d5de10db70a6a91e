import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCRIPT_TYPE, SHEET_TYPE, type UnpackedFile } from '@kith/platform';
import { BEHIND_STYLE } from './behind-style.ts';
import { SHOP_STYLE } from './shop-style.ts';

/** Beside the sources as beside the build: browsers only get what was built. */
const SCRIPTS = fileURLToPath(new URL('../../dist/demo-page/', import.meta.url));

/** The files of the page: its scripts, which lie in one folder, and its style. */
export const readDemoFiles = async (): Promise<readonly UnpackedFile[]> => {
  const names = (await readdir(SCRIPTS)).filter((name) => name.endsWith('.js'));
  const scripts = names.map(async (name) => ({
    name,
    type: SCRIPT_TYPE,
    bytes: await readFile(join(SCRIPTS, name)),
  }));
  const style = { name: 'demo.css', type: SHEET_TYPE, bytes: Buffer.from(SHOP_STYLE + BEHIND_STYLE) };
  return [...(await Promise.all(scripts)), style];
};
