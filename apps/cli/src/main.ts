import process from 'node:process';
import { runCommand } from './commands/run-command.ts';
import { composeConnections } from './compose.ts';
import { processTerminal } from './terminal.ts';

const main = async (): Promise<void> => {
  const terminal = processTerminal();
  const came = await runCommand(process.argv.slice(2), {
    connections: composeConnections(terminal),
    terminal,
  });
  process.exitCode = await terminal.exitCode(came);
};

void main();
