import { LineCounter, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { issueSentence } from './issue-sentence.ts';
import { innermostIssues, pathText } from './innermost-issues.ts';
import { offsetOf } from './yaml-position.ts';

/** More than any honest file uses; a few aliases of aliases would else fill the memory. */
const MOST_ALIASES = 100;

interface LocatedFault {
  readonly line: number;
  readonly sentence: string;
}

const faultsError = (file: string, faults: readonly LocatedFault[]): ConfigurationError => {
  const inOrder = [...faults].sort((a, b) => a.line - b.line);
  return new ConfigurationError(inOrder.map(({ line, sentence }) => `${file}:${line}: ${sentence}`));
};

const lineAt = (lines: LineCounter, offset: number): number => Math.max(1, lines.linePos(offset).line);

const syntaxFaults = (document: Document.Parsed, lines: LineCounter): LocatedFault[] =>
  [...document.errors, ...document.warnings].map((fault) => ({
    line: lineAt(lines, fault.pos[0]),
    sentence: fault.code === 'DUPLICATE_KEY' ? 'a member stands here twice' : fault.message,
  }));

/** Objects of JavaScript cannot be trusted with this name, and schemas pass over it in silence. */
const prototypeFaults = (document: Document.Parsed, lines: LineCounter): LocatedFault[] => {
  const faults: LocatedFault[] = [];
  visit(document, {
    Scalar: (place, node) => {
      if (place !== 'key' || node.value !== '__proto__') return;
      faults.push({ line: lineAt(lines, node.range?.[0] ?? 0), sentence: '__proto__: unknown member' });
    },
  });
  return faults;
};

const toValue = (document: Document.Parsed, file: string): unknown => {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    if (cause instanceof ReferenceError) throw faultsError(file, [{ line: 1, sentence: cause.message }]);
    throw cause;
  }
};

const schemaFaults = (document: Document.Parsed, lines: LineCounter, error: z.ZodError): LocatedFault[] =>
  innermostIssues(error.issues).map(({ path, message }) => ({
    line: lineAt(lines, offsetOf(document, path)),
    sentence: `${pathText(path)}: ${message}`,
  }));

/**
 * The value of a YAML file that keeps to the schema. Throws one `ConfigurationError` with every fault, each
 * with file and line: of the syntax, or else of the schema. An unknown member has its own line, a missing one
 * its parent's.
 */
export const readYamlDocument = <S extends z.ZodType>(schema: S, file: string, text: string): z.output<S> => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = [...syntaxFaults(document, lines), ...prototypeFaults(document, lines)];
  if (broken.length > 0) throw faultsError(file, broken);
  const result = schema.safeParse(toValue(document, file) ?? {}, { error: issueSentence });
  if (result.success) return result.data;
  throw faultsError(file, schemaFaults(document, lines, result.error));
};
