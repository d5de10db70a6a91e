import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { auditLine } from './audit-line.ts';
import { auditPages } from './audit-pages.ts';
import { trailOption, type Trail } from './audit-trails.ts';
import type { CommandDeps } from '../parts/command.ts';
import { jsonArray } from '../parts/json-array.ts';
import { mergedByTime } from './merged-trails.ts';
import { onTrails } from './on-trails.ts';

/** `kith audit list`: what administrators did, oldest first. */
export const defineAuditList = (audit: CommandUnknownOpts, defining: CommandDeps): void => {
  audit
    .command('list')
    .description(
      'Lists what administrators did to the people of an account, to its users, and to the signing keys: who, when, ' +
        'what and why. The first column says in which trail it stands.',
    )
    .requiredOption('--account <name>', 'account of the trails')
    .addOption(trailOption)
    .option('--json', 'as a JSON list of objects')
    .action(({ account, trail, json }) =>
      defining.act(() =>
        onTrails(defining, { account, trail }, async (trails) => {
          const lines = linesOf(trails, json === true);
          await defining.terminal.print(json === true ? jsonArray(lines) : lines);
          return { kind: 'done' };
        }),
      ),
    );
};

const linesOf = async function* (trails: readonly Trail[], asJson: boolean): AsyncGenerator<string> {
  const entries = trails.map(({ name, read }) => ({ trail: name, entries: auditPages(read) }));
  for await (const listed of mergedByTime(entries)) yield auditLine(listed, asJson);
};
