import { Lexer } from 'yaml';
import type { TextFault } from './yaml-map-faults.ts';

/** Deeper than any configuration; the parser descends by recursion, and a million brackets would end the process. */
const DEEPEST = 100;

/** Marks of the lexer that stand for no text. */
const isMark = (token: string): boolean => token === '\u0002' || token === '\u0018' || token === '\u001f';

const stepOf = (token: string): number => {
  if (token === '[' || token === '{') return 1;
  return token === ']' || token === '}' ? -1 : 0;
};

/** Where brackets, or the dashes and question marks of one line, nest too deeply; null where they do not. */
export const yamlDepthFault = (text: string): TextFault | null => {
  let [offset, brackets, indicators] = [0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    brackets = Math.max(0, brackets + stepOf(token));
    if (token.startsWith('\n') || token.startsWith('\r')) indicators = 0;
    if (token === '-' || token === '?') indicators += 1;
    if (brackets + indicators > DEEPEST) return { offset, path: [], message: 'is nested too deeply' };
    if (!isMark(token)) offset += token.length;
  }
  return null;
};
