import type { ConsentFact } from '@kith/domain/consent';
import type { ListedConsentEntry } from '@kith/ports';

/** An entry as `--json` shows it: times in ISO 8601, as in every answer. */
export const shownEntry = ({ umid, sequence, entry }: ListedConsentEntry) =>
  entry === null
    ? { umid, sequence, unreadable: true }
    : {
        umid,
        sequence,
        at: isoTime(entry.at),
        source: entry.source,
        ...shownFact(entry.fact),
        mac: entry.mac,
      };

const shownFact = (fact: ConsentFact) => {
  switch (fact.kind) {
    case 'permission': {
      const { toldAt, decidedAt, withdrawnAt, ...shown } = fact;
      return { ...shown, ...isoTimes({ toldAt, decidedAt, withdrawnAt }) };
    }
    case 'outdated':
      return { ...fact, decidedAt: isoTime(fact.decidedAt) };
    case 'acknowledgement': {
      const { date, clientTime, ...shown } = fact.acknowledgement;
      return { kind: fact.kind, ...shown, ...isoTimes({ date, clientTime }) };
    }
    case 'merge':
    case 'unmerge':
      return fact;
  }
};

const isoTimes = (times: Readonly<Record<string, number | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, at]) => (at === undefined ? [] : [[name, isoTime(at)]])),
  );

/** An entry in a line. */
export const entryText = ({ umid, sequence, entry }: ListedConsentEntry): string =>
  entry === null
    ? `${umid} ${sequence}  cannot be read`
    : `${isoTime(entry.at)}  ${umid} ${sequence}  ${entry.source}: ${factText(entry.fact)}`;

const factText = (fact: ConsentFact): string => {
  switch (fact.kind) {
    case 'permission':
      return permissionText(fact);
    case 'outdated':
      return `${decisionText(fact)}, decided ${isoTime(fact.decidedAt)}: outdated, nothing changed`;
    case 'acknowledgement': {
      const { permissions, date } = fact.acknowledgement;
      return `${notificationText(fact.acknowledgement)} acknowledged for ${permissions.join(', ')} on ${isoTime(date)}`;
    }
    case 'merge':
      return `${fact.loser} absorbed, whose chain has ${fact.loserHead?.sequence ?? 0} entries`;
    case 'unmerge':
      return `apart from ${fact.other} again${fact.undecided.length === 0 ? '' : `; undecided: ${fact.undecided.join(', ')}`}`;
  }
};

const permissionText = (fact: Extract<ConsentFact, { readonly kind: 'permission' }>): string => {
  const shown = fact.shownWith.map(notificationText).join(', ');
  const decided = fact.decidedAt === undefined ? '' : `, decided ${isoTime(fact.decidedAt)}`;
  return `${decisionText(fact)}${shown === '' ? '' : `, shown ${shown}`}${decided}`;
};

const decisionText = ({ name, granted }: { readonly name: string; readonly granted: boolean }): string =>
  `${name} ${granted ? 'granted' : 'withdrawn'}`;

const notificationText = ({
  name,
  version,
  uxvariant,
}: {
  readonly name: string;
  readonly version: number;
  readonly uxvariant: string | null;
}): string => `${name} version ${version}${uxvariant === null ? '' : ` as ${uxvariant}`}`;

/** What a tampered entry calls its time may be none. */
const isoTime = (at: number): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? `the impossible time ${at}` : time.toISOString();
};
