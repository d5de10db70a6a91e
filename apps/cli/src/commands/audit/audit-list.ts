import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AuditEntry } from '@kith/domain/privacy';
import type { CommandDeps } from '../parts/command.ts';
import { auditPages } from './audit-pages.ts';
import { type Trail, trailOption } from './audit-trails.ts';
import { type ListedEntry, mergedByTime } from './merged-trails.ts';
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

/** An entry of an audit trail as a line, for people or as JSON. */
const auditLine = (listed: ListedEntry, asJson: boolean): string =>
  asJson ? jsonOf(listed) : textOf(listed);

const jsonOf = ({ trail, sequence, entry }: ListedEntry): string =>
  JSON.stringify(
    entry === null ? { trail, sequence, unreadable: true } : { trail, ...entry, at: isoTime(entry.at) },
  );

const textOf = ({ trail, sequence, entry }: ListedEntry): string => {
  const place = `${trail.padEnd(8)}  ${String(sequence).padStart(4)}`;
  if (entry === null) return `${place}  cannot be read`;
  const { at, act, by, reason } = entry;
  return [place, isoTime(at), act.padEnd(17), by, whom(entry), JSON.stringify(reason)].join('  ');
};

/** Members that name what an act was about, in few words; JSON has all of it. */
const WHOM = ['username', 'kid', 'asked', 'kind', 'segment'] as const;

const whom = ({ detail }: AuditEntry): string => {
  const named = WHOM.map((member) => detail[member]).find((value) => typeof value === 'string');
  return named === undefined ? '-' : JSON.stringify(named);
};

const isoTime = (at: number): string => new Date(at).toISOString();

/** JSON values as one JSON array, a line for each, however many they are. */
const jsonArray = async function* (values: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield `${before}${value}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
};
