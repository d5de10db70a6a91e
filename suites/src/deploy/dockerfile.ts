import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@kith/tools/process';

/** What the checks read of a stage of the Dockerfile, with what it takes over from the stage that it begins with. */
export interface Stage {
  readonly name: string;
  /** The image or the stage that it begins with. */
  readonly from: string;
  readonly env: Readonly<Record<string, string>>;
  /** Instructions by their keyword, the stage's own after those that it takes over. */
  readonly instructions: readonly (readonly [keyword: string, rest: string])[];
}

export const dockerfilePath = join(workspaceRoot, 'deploy/Dockerfile');

const instructionsOf = (text: string): readonly (readonly [string, string])[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const parts = /^([A-Z]+)\s+(.*)$/.exec(line.trim());
      return parts === null ? [] : [[parts[1] ?? '', parts[2] ?? ''] as const];
    });

const envOf = (rest: string): Record<string, string> =>
  Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]));

const begun = (rest: string, stages: readonly Stage[]): Stage => {
  const [from = '', , name = ''] = rest.split(/\s+/);
  const parent = stages.find((stage) => stage.name === from);
  return { name, from, env: parent?.env ?? {}, instructions: parent?.instructions ?? [] };
};

/** The stages of a Dockerfile, in their order. */
export const stagesOf = (text: string): readonly Stage[] => {
  const stages: Stage[] = [];
  for (const [keyword, rest] of instructionsOf(text)) {
    const current = stages.at(-1);
    if (keyword === 'FROM') stages.push(begun(rest, stages));
    else if (current !== undefined) stages.splice(-1, 1, withInstruction(current, keyword, rest));
  }
  return stages;
};

const withInstruction = (stage: Stage, keyword: string, rest: string): Stage => ({
  ...stage,
  env: keyword === 'ENV' ? { ...stage.env, ...envOf(rest) } : stage.env,
  instructions: [...stage.instructions, [keyword, rest]],
});

/** The stages of `deploy/Dockerfile`. */
export const readStages = async (): Promise<readonly Stage[]> =>
  stagesOf(await readFile(dockerfilePath, 'utf8'));

/** The environment that the image of an app brings along; throws where there is no target for the app. */
export const imageEnvironment = (stages: readonly Stage[], app: string): Stage['env'] => {
  const stage = stages.find(({ name }) => name === app);
  if (stage === undefined) throw new Error(`deploy/Dockerfile has no target ${app}`);
  return stage.env;
};
