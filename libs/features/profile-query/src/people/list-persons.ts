import { pipelineName } from '@kith/contracts';
import { parseUmid, type Profile, type ProfileState } from '@kith/domain/identity';
import type { PersonPlace, PersonSelection } from '@kith/ports';
import { checkSpan } from '../pages/check-span.ts';
import { connectionOf, type Connection, type PageArguments } from '../pages/connection.ts';
import { cursorOf, readCursor, wrongCursor } from '../pages/cursor.ts';
import { PERSONS, pageSize } from '../pages/page-size.ts';
import type { QueryContext } from './query-context.ts';

/** What the enumeration `PersonOrder` stands for. */
const ORDERS = {
  CREATED_DESC: { by: 'created', order: 'newestFirst' },
  CREATED_ASC: { by: 'created', order: 'oldestFirst' },
  CHANGED_DESC: { by: 'changed', order: 'newestFirst' },
  CHANGED_ASC: { by: 'changed', order: 'oldestFirst' },
} as const;

type PersonOrder = keyof typeof ORDERS;

export interface PersonsArguments extends PageArguments {
  readonly filter?: {
    readonly category?: ProfileState | null;
    readonly source?: string | null;
    /** Epoch milliseconds. */
    readonly from?: number | null;
    readonly to?: number | null;
  } | null;
  readonly orderBy?: PersonOrder | null;
}

/** A page of the persons of the account, by one of the orders that an index has. */
export const listPersons = async (
  args: PersonsArguments,
  { listPersons: list }: QueryContext,
): Promise<Connection<Profile>> => {
  const size = pageSize(PERSONS, args.first);
  const order = args.orderBy ?? 'CREATED_DESC';
  checkSpan(args.filter?.from, args.filter?.to);
  const selection = { ...selectionOf(args, order), limit: size + 1 };
  const persons = canHavePersons(selection) ? await list(selection) : [];
  return connectionOf(persons, size, args, {
    cursor: (profile) => cursorOf(listOf(order), timeOf(order, profile), profile.umid),
    node: (profile) => profile,
  });
};

/** A text that is the name of no pipeline can be too long for a store to look for. */
const canHavePersons = ({ source }: PersonSelection): boolean =>
  source === undefined || pipelineName.safeParse(source).success;

const selectionOf = (
  { filter, after }: PersonsArguments,
  order: PersonOrder,
): Omit<PersonSelection, 'limit'> => {
  const { category, source, from, to } = filter ?? {};
  return {
    ...ORDERS[order],
    ...(category === null || category === undefined ? {} : { state: category }),
    ...(source === null || source === undefined ? {} : { source }),
    ...(from === null || from === undefined ? {} : { from }),
    ...(to === null || to === undefined ? {} : { to }),
    ...(after === null || after === undefined ? {} : { after: placeIn(order, after) }),
  };
};

const listOf = (order: PersonOrder): string => `persons:${order}`;

const timeOf = (order: PersonOrder, { createdAt, changedAt }: Profile): number =>
  ORDERS[order].by === 'created' ? createdAt : changedAt;

const placeIn = (order: PersonOrder, cursor: string): PersonPlace => {
  const [at, text] = readCursor(listOf(order), cursor);
  const umid = typeof text === 'string' ? parseUmid(text) : null;
  if (!Number.isSafeInteger(at) || umid === null) throw wrongCursor();
  return { at: Number(at), umid };
};
