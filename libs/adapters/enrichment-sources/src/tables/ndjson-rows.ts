import { MAX_ROW, type Row } from './row.ts';
import type { TableFile, TableValue } from './table-file.ts';

/** The rows of a file with a JSON object a line; empty lines are passed over. */
export const ndjsonRows = async function* (
  wanted: TableFile,
  texts: AsyncIterable<string>,
): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of linesOf(texts)) {
    number += 1;
    if (line.trim() !== '') yield rowOf(wanted, line, number);
  }
};

const linesOf = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = '';
  let before = 0;
  for await (const text of texts) {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
    before += lines.length;
    if (begun.length > MAX_ROW) {
      throw new Error(`line ${before + 1}: has more than ${MAX_ROW} characters`);
    }
  }
  yield begun;
};

const rowOf = ({ column, values }: TableFile, text: string, line: number): Row => {
  const members = membersIn(text, line);
  const value = (name: string): TableValue => valueOf(members, name, line);
  return { line, key: value(column), values: values.map(value) };
};

const membersIn = (text: string, line: number): ReadonlyMap<string, unknown> => {
  const value = jsonIn(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`line ${line}: is no JSON object`);
  }
  return new Map(Object.entries(value));
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const valueOf = (members: ReadonlyMap<string, unknown>, name: string, line: number): TableValue => {
  const value = members.get(name) ?? null;
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`line ${line}: ${name} is no text, number, true or false`);
};
