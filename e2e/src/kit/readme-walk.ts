import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.ts';

/** Where pages say that Kith is: suites put the address of theirs in its place, and leave the rest as it is printed. */
export const PRINTED_ADDRESS = 'http://127.0.0.1:8080';

/** One step of the walk: a block of commands, and what the README says that it prints (nothing without a block). */
export type WalkStep = { readonly commands: string; readonly printed: string };

const section = /^## A walk$(.*?)^## /ms;
const block = /^```(sh|text)\n(.*?)^```$/gms;

/** The steps of the README's walk, in order, exactly as printed there. */
export const readWalk = async (): Promise<readonly WalkStep[]> => {
  const readme = await readFile(join(workspaceRoot, 'README.md'), 'utf8');
  return stepsIn(section.exec(readme)?.[1] ?? '');
};

/** The steps of a page or of a part of one, in order; what stands ahead of the first commands is none. */
export const stepsIn = (page: string): readonly WalkStep[] => {
  const steps: WalkStep[] = [];
  for (const [, language, text = ''] of page.matchAll(block)) {
    const last = steps.at(-1);
    if (language === 'sh') steps.push({ commands: text, printed: '' });
    else if (last !== undefined) steps[steps.length - 1] = { ...last, printed: text };
  }
  return steps;
};

/** The text without what differs from run to run: umids, profile ids and times. */
export const withoutChance = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<umid>')
    .replace(/"profileId":"[\w-]{22,}"/g, '"profileId":"<profileId>"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .trim();
