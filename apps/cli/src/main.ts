import process from 'node:process';
import { runCommand } from './commands/run-command.ts';
import { composeConnections } from './compose.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  connections: composeConnections(),
  terminal: processTerminal(),
});
