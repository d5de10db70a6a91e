import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { DatabaseOf, MigrationProgress, RunningProgram } from '@kith/mongodb';
import type { LayoutAdministration } from '../../connections/connections.ts';
import type { CommandDeps, Outcome, RunDeps } from '../parts/command.ts';
import { createProgressBar } from '../parts/progress-bar.ts';
import { planText, programText, stateText } from './layout-text.ts';

const FOOT = `
The database is the one of MONGODB_URI: the resolver's, or with --credentials auth-token's. No app is asked, and none has
to stop: a change adds what the next layout has, waits until no app runs that does not know it, and then removes what only
they needed. Apps with MIGRATE=job wait for this command, the others do the same when they start.`;

const AS_JSON = 'as a JSON object';

interface Words {
  readonly credentials?: true | undefined;
  readonly json?: true | undefined;
}

/** `kith migrate`: the layout of a database, and the way to the next one. */
export const defineMigrate = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const migrate = kith
    .command('migrate')
    .description('The layout of the data in MongoDB, which changes while the apps run.')
    .addHelpText('after', FOOT)
    .helpCommand(false);
  const define = (
    name: string,
    does: string,
    work: (words: Words & { readonly wait?: boolean }) => Promise<Outcome>,
  ) =>
    migrate
      .command(name)
      .description(does)
      .addHelpText('after', FOOT)
      .option('--credentials', "auth-token's database in the place of the resolver's")
      .option('--json', AS_JSON)
      .action((words) => defining.act(() => work(words)));
  define('status', 'Shows the layouts in force, and who runs.', (words) => status(defining, words));
  define('plan', 'Shows what `run` would do, and whom it would wait for.', (words) => plan(defining, words));
  define(
    'run',
    'Brings the data to the latest layout; goes on where another one was cut off. Waits for apps that do not know it.',
    (words) => run(defining, words),
  ).option('--no-wait', 'ends where an app is in the way; given again later, it does the rest');
};

const withLayouts = <T>(
  { connections, terminal }: RunDeps,
  words: Words,
  work: (layouts: LayoutAdministration) => Promise<T>,
): Promise<T> => {
  const of: DatabaseOf = words.credentials === true ? 'credentials' : 'profiles';
  const bar = createProgressBar(terminal, Date.now);
  const progress = {
    onProgress: ({ version, name, done, of: all }: MigrationProgress) =>
      bar.show(done / all, () => `layout ${version}, ${name}: ${done} of ${all}`),
    onWaiting: (programs: readonly RunningProgram[]) =>
      terminal.message(`waiting for ${programs.map(programText).join(', ')}`),
  };
  return connections.withLayouts(of, progress, work).finally(bar.end);
};

const status = (deps: RunDeps, words: Words): Promise<Outcome> =>
  withLayouts(deps, words, async (layouts) => {
    const found = await layouts.status();
    return { kind: 'done', data: words.json === true ? JSON.stringify(found) : stateText(found) };
  });

const plan = (deps: RunDeps, words: Words): Promise<Outcome> =>
  withLayouts(deps, words, async (layouts) => {
    const steps = await layouts.plan();
    return { kind: 'done', data: words.json === true ? JSON.stringify(steps) : planText(steps) };
  });

const run = (deps: RunDeps, words: Words & { readonly wait?: boolean }): Promise<Outcome> =>
  withLayouts(deps, words, async (layouts) => {
    const isWhole = await layouts.run(words.wait !== false);
    const found = await layouts.status();
    const data = words.json === true ? JSON.stringify(found) : stateText(found);
    if (isWhole) return { kind: 'done', data };
    const left = (await layouts.plan()).flatMap(({ waitsFor }) => waitsFor);
    const message = `apps of before are still running: ${[...new Set(left.map(programText))].join(', ')}`;
    return { kind: 'done', data, message };
  });
