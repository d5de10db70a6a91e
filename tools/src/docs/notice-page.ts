import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../process/workspace-root.ts';
import { thirdPartiesOf, type ThirdParty } from './third-parties.ts';

/** A package with what its makers ask to be passed on with it. */
interface Licensed extends ThirdParty {
  readonly licence: string;
  /** Of the licence's file, or of the manifest where the file names nobody. */
  readonly holders: readonly string[];
  /** The licence's text without those lines; empty where the package brings none. */
  readonly text: string;
}

const manifestSchema = z.object({
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

const STORE = join(workspaceRoot, 'node_modules/.pnpm');
const LICENCE_FILE = /^(licen[cs]e|copying)([.-](md|txt|mit))?$/i;
const HOLDER = /^\W*(?:copyright\b.*(?:\d{4}|\(c\)|©)|\(c\) .*\d{4}).*$/gim;

const HEAD = `Kith
Copyright the authors of Kith

Licensed under the Apache License, Version 2.0: see LICENSE.

The apps of Kith contain the packages of npm that are listed here, each with its licence and with those who hold its
copyright. The texts of the licences follow. \`pnpm docs:settings\` makes this file anew.
`;

/** `NOTICE`: whose work the apps contain, made of the lockfile and of the packages that it names. */
export const noticePage = async (): Promise<string> => {
  const lockfile: unknown = parse(await readFile(join(workspaceRoot, 'pnpm-lock.yaml'), 'utf8'));
  const installed = await readdir(STORE);
  const packages = await Promise.all(thirdPartiesOf(lockfile).map((party) => licensed(installed, party)));
  const texts = Array.from(new Set(packages.map(({ text }) => text))).filter((text) => text !== '');
  return [HEAD, ...packages.map(entryOf), ...texts.map((text) => textOf(text, packages))].join('\n');
};

const licensed = async (installed: readonly string[], party: ThirdParty): Promise<Licensed> => {
  const folder = await folderOf(installed, party);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const file = (await readdir(folder)).sort().find((name) => LICENCE_FILE.test(name));
  const whole = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  const holders = Array.from(whole.match(HOLDER) ?? [], holderIn);
  return {
    ...party,
    licence: manifest.license,
    holders: holders.length > 0 ? Array.from(new Set(holders)) : authorOf(manifest),
    text: oneForm(whole.replace(HOLDER, '')),
  };
};

/** The folders of the store are named by package, version and peers. */
const folderOf = async (installed: readonly string[], { name, version }: ThirdParty): Promise<string> => {
  const id = `${name.replace('/', '+')}@${version}`;
  const folder = installed.find((entry) => entry === id || entry.startsWith(`${id}_`));
  if (folder === undefined) throw new Error(`${name} ${version} is in the lockfile and not installed`);
  return join(STORE, folder, 'node_modules', name);
};

const authorOf = ({ author }: z.infer<typeof manifestSchema>): readonly string[] => {
  if (author === undefined) return [];
  return [oneLine(typeof author === 'string' ? author : author.name)];
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The line that names a holder, without the signs that some files begin it with. */
const holderIn = (line: string): string => oneLine(line).replace(/^[^\w(©]+/, '');

/** Texts that differ by their line ends and indents alone are one. */
const oneForm = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const entryOf = ({ name, version, licence, holders }: Licensed): string =>
  [`${name} ${version}: ${licence}`, ...holders.map((holder) => `    ${holder}`)].join('\n');

const textOf = (text: string, packages: readonly Licensed[]): string => {
  const names = packages.filter((one) => one.text === text).map(({ name }) => name);
  return `\n${'-'.repeat(80)}\n${names.join(', ')}\n\n${text}\n`;
};
