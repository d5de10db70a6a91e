import { csvRow, type FileTarget } from '@kith/domain/destinations';

/** How payloads become lines. */
export interface LineFormat {
  /** Names it, the extension of its files first: lines of two forms never stand in one file. */
  readonly form: string;
  /** The first line of a file: the names of the columns in CSV, empty in NDJSON. */
  readonly head: string;
  line(payload: unknown): string;
}

const NDJSON: LineFormat = {
  form: 'ndjson',
  head: '',
  line: (payload) => `${JSON.stringify(payload)}\n`,
};

/** The format that the configuration asks for. */
export const lineFormat = (format: FileTarget['format']): LineFormat => {
  if (format.kind === 'ndjson') return NDJSON;
  const { columns } = format;
  return {
    form: `csv ${columns.join()}`,
    head: `${csvRow(columns)}\r\n`,
    line: (payload) => `${csvRow(columns.map((column) => valueAt(payload, column)))}\r\n`,
  };
};

/** The extension of the files of a form. */
export const extensionOf = (form: string): string => form.split(' ', 1)[0] ?? '';

/** The member that a path names; a dot leads inside, where no member has the whole path as its name. */
export const valueAt = (value: unknown, path: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(members, path)) return members[path];
  const dot = path.indexOf('.');
  if (dot === -1 || !Object.hasOwn(members, path.slice(0, dot))) return undefined;
  return valueAt(members[path.slice(0, dot)], path.slice(dot + 1));
};
