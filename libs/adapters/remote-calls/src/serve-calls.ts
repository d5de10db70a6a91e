import { bodySchema, memberFaults, type Call, type CallTable, type HandlersOf } from '@kith/contracts';
import { badRequest, type Deadline, type Logger } from '@kith/platform';
import type { Scope } from '@kith/ports';

/** A call as it was let in. */
export interface TakenCall {
  /** What the body says, of a shape that nobody has looked at. */
  readonly body: unknown;
  readonly deadline: Deadline;
  /** What the caller waits for, also where that is longer than a request of a visitor may take. */
  readonly patience: Deadline;
  /** Most calls have nothing to say. */
  log(): Logger;
}

/** A call with its handler. */
export interface ServedCall {
  /** Several may come in one request (`gatheredCall`). */
  readonly isGathered: boolean;
  /** Does what is asked, and gives what the answer says. */
  answer(taken: TakenCall): Promise<unknown>;
}

/** Calls by the paths at which they are taken. */
export type ServedCalls = ReadonlyMap<string, ServedCall>;

/**
 * The calls of a table, each answered by its handler. A body of another shape than the table says is a 400 that names
 * each offending member; a result of another shape is a fault of ours.
 */
export const serveCalls = <Table extends CallTable>(table: Table, handlers: HandlersOf<Table>): ServedCalls =>
  new Map(
    Object.entries(table).flatMap(([family, calls]) =>
      Object.entries(calls).map(([name, call]) => [
        call.path,
        serveCall(call, (handlers as Handlers)[family]![name]!),
      ]),
    ),
  );

type Handler = (context: Deadline | Scope, input: object) => Promise<unknown>;
type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const serveCall = (call: Call, handler: Handler): ServedCall => {
  const schema = bodySchema(call);
  return {
    isGathered: call.isGathered === true,
    answer: async (taken) => {
      const body = schema.safeParse(taken.body);
      if (!body.success) throw badRequest(memberFaults(body.error));
      const deadline = call.isPatient === true ? taken.patience : taken.deadline;
      const output = call.output.parse(await asked(call, handler, body.data, deadline));
      tell(call, taken.log, body.data, output);
      return output;
    },
  };
};

const asked = ({ isScoped }: Call, handler: Handler, body: object, deadline: Deadline): Promise<unknown> => {
  if (!isScoped) return handler(deadline, body);
  const { account, ...input } = body as { readonly account: string };
  return handler({ account, deadline }, input);
};

const tell = (call: Call, log: () => Logger, body: object, output: unknown): void => {
  const note = call.noted?.(body as never, output);
  if (note !== undefined && note !== null) log()[note.level](note.about, note.said);
};
