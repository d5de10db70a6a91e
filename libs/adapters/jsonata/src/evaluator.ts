import jsonata from 'jsonata';
import { DEEPEST, EVALUATION_MS, LARGEST_OUTPUT, LONGEST_SEQUENCE } from './limits.ts';
import type { Question, Reply } from './messages.ts';

/** How many expressions stay compiled; the configuration may change while the process lives. */
const MOST_COMPILED = 1_000;

const GUARDS = { timeout: EVALUATION_MS, stack: DEEPEST, sequence: LONGEST_SEQUENCE };

/** JSON of what says nothing. */
const NOTHING: ReadonlySet<string | undefined> = new Set([undefined, 'null', '[]', '{}']);

/**
 * Evaluates own mappings. What an expression finds: the element as `$`, the pipeline's name as `$pipeline`, and the time
 * of receipt in epoch milliseconds as `$receivedAt`. The guards stop what runs between steps of JSONata; what runs
 * within one step (a regular expression) or fills the heap, only the end of the process stops.
 */
export const createEvaluator = (): ((question: Question) => Promise<Reply>) => {
  const compiled = new Map<string, jsonata.Expression>();
  const compile = (expression: string): jsonata.Expression => {
    const known = compiled.get(expression);
    if (known !== undefined) return known;
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    const fresh = jsonata(expression, GUARDS);
    compiled.set(expression, fresh);
    return fresh;
  };
  const evaluate = async (expression: string, { element, pipeline, receivedAt }: Question) =>
    JSON.stringify(await compile(expression).evaluate(element, { pipeline, receivedAt })) as
      string | undefined;
  return async (question) => {
    for (const { name: mapping, expression } of question.mappings) {
      try {
        const json = await evaluate(expression, question);
        if (json === undefined || NOTHING.has(json)) continue;
        if (json.length > LARGEST_OUTPUT) return { kind: 'failed', why: 'tooLarge', mapping, code: '' };
        return { kind: 'made', mapping, json };
      } catch (error) {
        return { kind: 'failed', why: failureOf(error), mapping, code: codeOf(error) };
      }
    }
    return { kind: 'nothing' };
  };
};

/** JSONata's codes (`T2001`) say what was wrong; its sentences may show what a caller sent. */
const codeOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const TIMED_OUT = 'D1012';

const failureOf = (error: unknown): 'tooLong' | 'error' =>
  codeOf(error) === TIMED_OUT ? 'tooLong' : 'error';
