import { eventually } from './eventually.ts';
import { send } from './http.ts';
import type { KithProcess } from './kith.ts';

const counted = /^kith_configuration_reloads_total\{outcome="(in force|refused)"[^}]*\} (\d+)$/gm;

/** How often a process has read its configuration again, by what came of it. */
const reloadsOf = async ({ managementUrl }: KithProcess): Promise<Readonly<Record<string, number>>> => {
  const { text } = await send(managementUrl, '/metrics');
  return Object.fromEntries(
    Array.from(text.matchAll(counted), ([, outcome = '', n]) => [outcome, Number(n)]),
  );
};

/** Has a process read its configuration again, and answers with what came of it. */
const reloadProcess = async (process_: KithProcess): Promise<'in force' | 'refused'> => {
  const before = await reloadsOf(process_);
  const grown = (now: Readonly<Record<string, number>>, outcome: string): boolean =>
    (now[outcome] ?? 0) > (before[outcome] ?? 0);
  process.kill(process_.pid, 'SIGHUP');
  const after = await eventually(
    () => reloadsOf(process_),
    (now) => grown(now, 'in force') || grown(now, 'refused'),
  );
  return grown(after, 'in force') ? 'in force' : 'refused';
};

/** Has every process read its configuration again (SIGHUP); throws where one of them refuses it. */
export const reload = async (processes: readonly KithProcess[]): Promise<void> => {
  for (const one of processes) {
    const outcome = await reloadProcess(one);
    if (outcome === 'refused') throw new Error(`the process ${one.pid} refused its configuration`);
  }
};

/** Has a process read a configuration that it is to refuse. */
export const reloadInVain = async (process_: KithProcess): Promise<void> => {
  if ((await reloadProcess(process_)) === 'in force') throw new Error('the configuration was not refused');
};
