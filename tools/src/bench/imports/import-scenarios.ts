import { repeated } from '../scenario.ts';
import { startSubject } from '../subject-process.ts';
import { cpuMs, untilIdle } from '../process-usage.ts';
import { standaloneOn } from '../scenarios/standalone-on.ts';
import { runCommand, type CommandUsage } from '../run-command.ts';

/** What an import is measured on: a file, an empty data directory, and the environment of the commands. */
export interface ImportRun {
  readonly file: string;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** One row of the table of imports. */
export interface ImportScenario {
  readonly name: string;
  run(run: ImportRun): Promise<CommandUsage>;
}

const importInto = ({ file, dataDir, environment, signal }: ImportRun): Promise<CommandUsage> =>
  runCommand(
    ['import', 'permissions', file, '--account', 'demo'],
    { ...environment, DATA_DIR: dataDir },
    signal,
  );

/** The app's part counts too, with what it still does after the command has ended. */
const importIntoStandalone = async (run: ImportRun): Promise<CommandUsage> => {
  const options = { environment: run.environment, nodeOptions: [] };
  const { parts, stop } = await startSubject(standaloneOn(run.dataDir), options, async () => repeated([]));
  const pids = parts.map(({ pid }) => pid);
  try {
    const before = await cpuMs(pids);
    const command = await importInto(run);
    await untilIdle(pids);
    return { ...command, cpuMs: command.cpuMs + (await cpuMs(pids)) - before };
  } finally {
    await stop();
  }
};

/** `kith import permissions` into an empty embedded store, a new customer in every line. */
export const IMPORT_SCENARIOS: readonly ImportScenario[] = [
  { name: 'import: permissions, the command alone', run: importInto },
  { name: 'import: permissions, into standalone', run: importIntoStandalone },
];
