import { deadlineIn } from '@kith/platform';
import type { AudienceExport, AudienceOrder, AudiencePage, PersonPlace } from '@kith/ports';
import type { Terminal } from '../../terminal.ts';
import { COMMAND_MS, type Outcome } from '../parts/command.ts';
import { grouped } from '../parts/progress-bar.ts';
import { headLine, memberLine, type AudienceForm } from './audience-form.ts';

export interface AudienceExportDeps {
  readonly audiences: AudienceExport;
  readonly account: string;
  readonly order: AudienceOrder;
  readonly form: AudienceForm;
  readonly terminal: Terminal;
}

/** How far an export has come. */
interface Tally {
  seen: number;
  members: number;
  unanswered: number;
}

/** Prints the audience part by part as it is read: only one part is in memory. */
export const exportAudience = async (deps: AudienceExportDeps): Promise<Outcome> => {
  const tally: Tally = { seen: 0, members: 0, unanswered: 0 };
  await deps.terminal.print(linesOf(deps, tally));
  deps.terminal.status?.('');
  const message = sentenceOf(tally);
  if (tally.unanswered === 0) return { kind: 'done', message };
  const left = `Of ${grouped(tally.unanswered)} of them nobody can say whether they are in the segment.`;
  return { kind: 'failed', code: 'partly_done', message: `${message}. ${left}` };
};

const linesOf = async function* (deps: AudienceExportDeps, tally: Tally): AsyncGenerator<string> {
  const head = headLine(deps.form);
  if (head !== null) yield head;
  for await (const { members, seen, unanswered } of pagesOf(deps)) {
    for (const member of members) yield memberLine(deps.form, member);
    tally.seen += seen;
    tally.members += members.length;
    tally.unanswered += unanswered;
    deps.terminal.status?.(sentenceOf(tally));
  }
};

const pagesOf = async function* ({
  audiences,
  account,
  order,
}: AudienceExportDeps): AsyncGenerator<AudiencePage> {
  let after: PersonPlace | null = null;
  do {
    const page: AudiencePage = await audiences.page(
      { account, deadline: deadlineIn(COMMAND_MS) },
      { ...order, after },
    );
    yield page;
    after = page.next;
  } while (after !== null);
};

const sentenceOf = ({ members, seen }: Tally): string =>
  `${grouped(members)} of ${grouped(seen)} persons are in the audience`;
