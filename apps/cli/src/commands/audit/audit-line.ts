import type { AuditEntry } from '@kith/domain/privacy';
import type { ListedEntry } from './merged-trails.ts';

/** An entry of an audit trail as a line, for people or as JSON. */
export const auditLine = (listed: ListedEntry, asJson: boolean): string =>
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
