import type { LayoutStatus, LayoutStep, RunningProgram } from '@kith/mongodb';

/** A program in a few words: `identity-resolver on kith-7 (process 1), up to layout 9`. */
export const programText = ({ app, host, pid, knows }: RunningProgram): string =>
  `${app} on ${host} (process ${pid}), up to layout ${knows}`;

/** How a database stands, line by line. */
export const stateText = (status: LayoutStatus): string =>
  [layoutText(status), ...status.programs.map((program) => `runs: ${programText(program)}`)].join('\n');

const layoutText = ({ version, expanded, contracted, latest }: LayoutStatus): string => {
  const known = `this release knows ${latest}`;
  if (contracted === version && expanded === version) return `layout ${version}; ${known}`;
  const removed = contracted < version ? `, and what came before ${version} is being removed` : '';
  return `layout ${version}, with all that ${expanded} adds${removed}; ${known}`;
};

const DOES: Readonly<Record<LayoutStep['does'], string>> = {
  replace: 'replaces what was before',
  expand: 'adds',
  contract: 'removes what was before',
};

/** What is to be done, a line for each step. */
export const planText = (steps: readonly LayoutStep[]): string =>
  steps.length === 0 ? 'nothing is to be done' : steps.map(stepText).join('\n');

const stepText = ({ version, name, does, waitsFor }: LayoutStep): string => {
  const waits = waitsFor.length === 0 ? '' : `; waits for ${waitsFor.map(programText).join(', ')}`;
  return `layout ${version}, ${name}: ${DOES[does]}${waits}`;
};
