import type { Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import {
  type ExportCursor,
  type ExportedValue,
  type ExportOrder,
  type ExportPage,
  type ExportStart,
  type PrivacyAdministration,
  type Scope,
  Unavailable,
} from '@kith/ports';
import { COMMAND_MS } from './command.ts';

type Person = Extract<ExportStart, { readonly kind: 'person' }>;

/** The lines of the document, read page by page as they are printed; null where nobody is found. */
export const exportLines = async (
  privacy: PrivacyAdministration,
  account: string,
  order: ExportOrder,
): Promise<AsyncGenerator<string> | null> => {
  const beginning = await privacy.beginExport(scopeOf(account), order);
  return beginning.kind === 'unknown' ? null : linesOf(privacy, account, beginning);
};

const scopeOf = (account: string): Scope => ({ account, deadline: deadlineIn(COMMAND_MS) });

const NAMES: Readonly<Record<ExportCursor['kind'], string>> = {
  umids: 'umids',
  consent: 'consentHistory',
  events: 'events',
  deadLetters: 'deadLetters',
};

/** What each member of an export says, for whoever reads it without this program. */
const ABOUT: Readonly<Record<string, string>> = {
  account: 'The company that keeps the data, as its configuration of Kith names it.',
  exportedAt: 'When this document was written. All times are ISO 8601, in UTC.',
  profile:
    'The profile: umid and profileId are its random names, state is visitor (nobody knows who it is) or customer, source ' +
    'is the entry point by which it came.',
  identifiers: 'The identifiers by which the profile is recognised, and when each was first and last seen.',
  formerIdentifiers: 'Identifiers that the profile no longer has, until when it had them, and why they went.',
  permissions: 'What was permitted or not, and when that was last decided.',
  attributes: 'What other systems told of the person, by name, and when it was last modified there.',
  acknowledgements: 'The latest acknowledgement of each consent notice and version.',
  umids:
    'What is stored under each name that the profile has or had. merge: a profile that became part of this one, when, and ' +
    'the identifiers that it had. devices: browsers and apps; identifiedBy is 1 for a login, 2 for a network, 0 for ' +
    'neither. links: other profiles that belong together with this one, and why. activity: what the events add up to, and under enriched what other systems knew of the requests, and when.',
  consentHistory:
    'Every decision and acknowledgement in its order, for each name apart. mac proves that the entry is as it was written.',
  events: 'What was done on the sites and apps, the newest first for each name.',
  deadLetters:
    'What was received and could not be understood, why, and the record as it came; it waits for a person to look.',
};

const linesOf = async function* (
  privacy: PrivacyAdministration,
  account: string,
  { umid, person, next }: Person,
): AsyncGenerator<string> {
  const head = { about: ABOUT, account, exportedAt: new Date().toISOString(), ...person };
  yield '{';
  for (const [name, value] of Object.entries(head)) yield `${memberText(name, value)},`;
  let open: ExportCursor['kind'] | null = null;
  for await (const { of, item } of itemsOf(privacy, account, umid, next)) {
    if (of !== open) yield* between(open, of);
    yield `${of === open ? '    ,' : '     '}${JSON.stringify(item)}`;
    open = of;
  }
  yield* between(open, null);
  yield '}';
};

/** Ends the list of one kind and begins that of another one; a kind that nobody has is an empty list. */
const between = function* (
  from: ExportCursor['kind'] | null,
  to: ExportCursor['kind'] | null,
): Generator<string> {
  const kinds = Object.keys(NAMES) as ExportCursor['kind'][];
  const [last, first] = [
    from === null ? -1 : kinds.indexOf(from),
    to === null ? kinds.length : kinds.indexOf(to),
  ];
  if (from !== null) yield last === kinds.length - 1 ? '  ]' : '  ],';
  for (const kind of kinds.slice(last + 1, first)) {
    yield `  "${NAMES[kind]}": []${kind === kinds.at(-1) ? '' : ','}`;
  }
  if (to !== null) yield `  "${NAMES[to]}": [`;
};

interface Item {
  readonly of: ExportCursor['kind'];
  readonly item: ExportedValue;
}

const itemsOf = async function* (
  privacy: PrivacyAdministration,
  account: string,
  umid: Umid,
  first: ExportCursor,
): AsyncGenerator<Item> {
  for (let cursor: ExportCursor | null = first; cursor !== null;) {
    const page = pageIn(await privacy.exportMore(scopeOf(account), { umid, cursor }));
    for (const item of page.items) yield { of: page.of, item };
    cursor = page.next;
  }
};

const memberText = (name: string, value: unknown): string =>
  `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`;

/** Who was erased, or merged away, while the document was written has no whole one. */
const pageIn = (page: ExportPage): Extract<ExportPage, { readonly kind: 'page' }> => {
  if (page.kind === 'page') return page;
  throw new Unavailable('store', 'the person is no longer there: the document is not whole');
};
