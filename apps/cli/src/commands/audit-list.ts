import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { StandingAuditEntry } from '@kith/domain/privacy';
import { deadlineIn } from '@kith/platform';
import { auditPages } from './audit-pages.ts';
import { COMMAND_MS } from './command-parts.ts';
import type { Defining } from './command-parts.ts';
import { unknownAccount } from './unknown-account.ts';

/** `kith audit list`: what administrators did to an account, oldest first. */
export const defineAuditList = (
  audit: CommandUnknownOpts,
  { act, connections, terminal }: Defining,
): void => {
  audit
    .command('list')
    .description('Lists what administrators did to the people of an account: who, when, what and why.')
    .requiredOption('--account <name>', 'account of the trail')
    .option('--json', 'as JSON objects, one a line')
    .action(({ account, json }) =>
      act(async () => {
        if (!(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
        const scope = { account, deadline: deadlineIn(COMMAND_MS) };
        await connections.withPrivacy((privacy) =>
          terminal.print(linesOf(auditPages(privacy, scope), json === true)),
        );
        return { kind: 'done' };
      }),
    );
};

const linesOf = async function* (
  entries: AsyncIterable<StandingAuditEntry>,
  asJson: boolean,
): AsyncGenerator<string> {
  for await (const standing of entries) yield asJson ? jsonOf(standing) : textOf(standing);
};

const jsonOf = ({ sequence, entry }: StandingAuditEntry): string =>
  JSON.stringify(entry === null ? { sequence, unreadable: true } : { ...entry, at: isoTime(entry.at) });

const textOf = ({ sequence, entry }: StandingAuditEntry): string =>
  entry === null
    ? `${sequence}  cannot be read`
    : `${sequence}  ${isoTime(entry.at)}  ${entry.act.padEnd(11)}  ${entry.by}  ${JSON.stringify(entry.reason)}`;

const isoTime = (at: number): string => new Date(at).toISOString();
