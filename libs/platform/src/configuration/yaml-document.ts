import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  parseDocument,
} from 'yaml';
import type { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { innermostIssues, pathText } from '../errors/innermost-issues.ts';
import { issueSentence } from '../errors/issue-sentence.ts';
import { type TextFault, yamlMapFaults } from './yaml-map-faults.ts';

/** More than any honest file uses; a few aliases of aliases would else fill the memory. */
const MAX_ALIASES = 100;

/** A YAML file that keeps to its schema. */
export interface YamlDocument<T> {
  readonly value: T;
  /** A sentence about the member that the keys lead to: file, line, column, member, message. */
  fault(path: readonly PropertyKey[], message: string): string;
}

/** Of more faults nobody reads the sentences, and a log line must end. */
const MAX_FAULTS = 100;

interface Source {
  readonly file: string;
  readonly lines: LineCounter;
}

const sentenceOf = ({ file, lines }: Source, { offset, path, message }: TextFault): string => {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(1, line)}:${Math.max(1, col)}: ${pathText(path)}: ${message}`;
};

const refuse = (source: Source, faults: readonly TextFault[]): never => {
  const inOrder = [...faults].sort((a, b) => a.offset - b.offset);
  const sentences = inOrder.slice(0, MAX_FAULTS).map((fault) => sentenceOf(source, fault));
  const others = faults.length - sentences.length;
  throw new ConfigurationError(
    others > 0 ? [...sentences, `${source.file}: and ${others} more faults`] : sentences,
  );
};

const syntaxFaults = (document: Document.Parsed): TextFault[] =>
  [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    offset: pos[0],
    path: [],
    message,
  }));

/** YAML 1.1 reads `no` as false and `010` as 8; a directive would bring that back. */
const directiveFaults = ({ directives }: Document.Parsed): TextFault[] =>
  directives.yaml.version === '1.2'
    ? []
    : [{ offset: 0, path: [], message: 'only YAML 1.2 is read: leave the directive %YAML out' }];

const toValue = (document: Document.Parsed, source: Source): unknown => {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    return refuse(source, [{ offset: 0, path: [], message: `its aliases are refused (${cause.message})` }]);
  }
};

const schemaFaults = (document: Document.Parsed, error: z.ZodError): TextFault[] =>
  innermostIssues(error.issues).map(({ path, message }) => ({
    offset: offsetOf(document, path),
    path,
    message,
  }));

/** The lines of a text that the parser is spared. */
const linesOf = (text: string): LineCounter => {
  const lines = new LineCounter();
  for (let start = 0; start !== -1; start = text.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  return lines;
};

const parse = (source: Source, text: string): Document.Parsed => {
  const tooDeep = yamlDepthFault(text);
  if (tooDeep !== null) return refuse({ ...source, lines: linesOf(text) }, [tooDeep]);
  const document = parseDocument(text, {
    lineCounter: source.lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const broken = [...syntaxFaults(document), ...directiveFaults(document)];
  return broken.length > 0 ? refuse(source, [...broken, ...yamlMapFaults(document)]) : document;
};

const check = <S extends z.ZodType>(schema: S, source: Source, text: string): YamlDocument<z.output<S>> => {
  const document = parse(source, text);
  const result = schema.safeParse(toValue(document, source) ?? {}, { error: issueSentence });
  const faults = [
    ...yamlMapFaults(document),
    ...(result.success ? [] : schemaFaults(document, result.error)),
  ];
  if (faults.length > 0 || !result.success) return refuse(source, faults);
  return {
    value: result.data,
    fault: (path, message) => sentenceOf(source, { offset: offsetOf(document, path), path, message }),
  };
};

/**
 * A YAML file that keeps to the schema. Throws one `ConfigurationError` with every fault, each with file, line and
 * column: of the syntax, or else of the schema. An unknown member has its own place, a missing one its parent's.
 */
export const openYamlDocument = <S extends z.ZodType>(
  schema: S,
  file: string,
  text: string,
): YamlDocument<z.output<S>> => {
  const source = { file, lines: new LineCounter() };
  try {
    return check(schema, source, text);
  } catch (cause) {
    // The parser descends by recursion: some tens of thousands of brackets use up the stack.
    if (cause instanceof RangeError) throw new ConfigurationError([`${file}:1:1: is nested too deeply`]);
    throw cause;
  }
};

/** The value of a YAML file that keeps to the schema; throws as `openYamlDocument` does. */
export const readYamlDocument = <S extends z.ZodType>(schema: S, file: string, text: string): z.output<S> =>
  openYamlDocument(schema, file, text).value;

/** Marks of the lexer that stand for no text. */
const isMark = (token: string): boolean => token === '\u0002' || token === '\u0018' || token === '\u001f';

const stepOf = (token: string): number => {
  if (token === '[' || token === '{') return 1;
  return token === ']' || token === '}' ? -1 : 0;
};

/** Deeper than any configuration; the parser descends by recursion, and a million brackets would end the process. */
const MAX_DEPTH = 100;

/** Where brackets, or the dashes and question marks of one line, nest too deeply; null where they do not. */
const yamlDepthFault = (text: string): TextFault | null => {
  let [offset, brackets, indicators] = [0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    brackets = Math.max(0, brackets + stepOf(token));
    if (token.startsWith('\n') || token.startsWith('\r')) indicators = 0;
    if (token === '-' || token === '?') indicators += 1;
    if (brackets + indicators > MAX_DEPTH) return { offset, path: [], message: 'is nested too deeply' };
    if (!isMark(token)) offset += token.length;
  }
  return null;
};

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const keyText = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);

/** The node under a key, and the offset at which the reader sees that key; null where there is none. */
const step = (parent: unknown, key: PropertyKey): { node: unknown; offset: number | undefined } | null => {
  if (isSeq(parent)) {
    const node = parent.items[Number(key)];
    return node === undefined ? null : { node, offset: startOf(node) };
  }
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => keyText(item) === String(key));
  return pair === undefined ? null : { node: pair.value, offset: startOf(pair.key) };
};

/** The offset of what `path` leads to, or of its nearest parent that stands in the text. */
const offsetOf = (document: Document.Parsed, path: readonly PropertyKey[]): number => {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    const next = step(isAlias(node) ? node.resolve(document) : node, key);
    if (next === null) return offset;
    node = next.node;
    offset = next.offset ?? offset;
  }
  return offset;
};
