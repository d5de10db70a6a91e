import { Kind, type GraphQLScalarTypeConfig } from 'graphql';

const SHAPE =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A moment: epoch milliseconds inside, ISO 8601 outside (docs/behaviour.md#times). */
export const dateTime = {
  serialize: (value) => new Date(Number(value)).toISOString(),
  parseValue: (value) => momentOf(value),
  parseLiteral: (node) => momentOf(node.kind === Kind.STRING ? node.value : undefined),
} satisfies Partial<GraphQLScalarTypeConfig<number, string>>;

/** Of an error that is none of its own, the library says what was sent, where it stands, and for which variable. */
const momentOf = (value: unknown): number => {
  const moment = typeof value === 'string' && isOnCalendar(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(moment)) {
    throw new TypeError(
      'A DateTime is written as 2026-01-31T12:00:00.000Z, with Z or an offset, or as a day of UTC.',
    );
  }
  return moment;
};

/** Engines take the 31st of any month. */
const isOnCalendar = (text: string): boolean => {
  const { year, month, day } = SHAPE.exec(text)?.groups ?? {};
  const end = new Date(0);
  end.setUTCFullYear(Number(year), Number(month), 0);
  return Number(day) <= end.getUTCDate();
};
