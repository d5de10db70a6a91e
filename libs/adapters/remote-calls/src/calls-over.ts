import { randomUUID } from 'node:crypto';
import type { Call, CallFunction, CallsOf, CallTable } from '@kith/contracts';
import type { Deadline, Scope } from '@kith/ports';
import { unreadable, type Transport } from './transport.ts';

/**
 * All calls of a table as functions, made over a transport. An answer of another shape than the table says is
 * `Unavailable`, like none.
 */
export const callsOver = <Table extends CallTable>(transport: Transport, table: Table): CallsOf<Table> =>
  mapValues(table, (family) => mapValues(family, (call) => callOver(transport, call))) as CallsOf<Table>;

const mapValues = <Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Readonly<Record<string, Mapped>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const callOver =
  (transport: Transport, { path, output, repeatable }: Call): CallFunction<Call> =>
  async (context: Deadline | Scope, input: Readonly<Record<string, unknown>> = {}) => {
    const { deadline, ...scope } = 'deadline' in context ? context : { deadline: context };
    const { requestId } = input;
    const answer = await transport.post({
      path,
      body: JSON.stringify({ ...scope, ...input }),
      requestId: typeof requestId === 'string' ? requestId : randomUUID(),
      deadline,
      repeatable,
    });
    try {
      return output.parse(answer);
    } catch (cause) {
      throw unreadable(transport.app, cause);
    }
  };
