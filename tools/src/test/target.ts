import { requirementsOf } from './requirements.ts';
import { runTarget } from './run-target.ts';
import { exitCodeOf } from './summary.ts';
import { tallyReports } from './suite-outcome.ts';
import { readTargets, writeReport } from './target-report.ts';
import { tellOfSuites } from './telling.ts';

// What nx runs: `target.js ROOM TARGET`.
const [room, name] = process.argv.slice(2);
const target = readTargets().find((one) => one.room === room && one.name === name);
if (target === undefined) throw new Error(`${room} has no suites for ${name}`);

const teller = tellOfSuites(process.env);
const report = await runTarget({
  suites: target.suites,
  requirements: requirementsOf(target.name),
  workers: 1,
  onSuite: teller.tell,
});
await writeReport(target, report);
await teller.end();
const tally = tallyReports([report]);
for (const line of tally.leftOut) process.stdout.write(`left out: ${line}\n`);
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
process.exitCode = exitCodeOf(tally, process.env['KITH_REQUIRE_ALL'] === '1');
