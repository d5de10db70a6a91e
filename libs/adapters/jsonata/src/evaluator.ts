import type { MappingQuestion } from '@kith/ports';
import jsonata from 'jsonata';
import { MAX_DEPTH, GUARDED_MS, MAX_OUTPUT, MAX_SEQUENCE } from './limits.ts';
import type { Item, ItemReply } from './messages.ts';

interface Held {
  readonly implementation?: unknown;
  readonly environment?: { readonly lookup?: unknown } | null;
}

/** How many expressions stay compiled; the configuration may change while the process lives. */
const MAX_COMPILED = 1_000;

/** JSON of what says nothing of a data layer. */
const NOTHING: ReadonlySet<string | undefined> = new Set([undefined, 'null', '[]', '{}']);

/** Evaluates an item; `inputs` are what the expressions of its question are about. Never throws. */
export type Evaluate = (item: Item, inputs: readonly unknown[]) => Promise<ItemReply>;

/** What an expression makes; undefined where that is nothing. */
type Run = (expression: string, input: unknown, bindings?: Record<string, unknown>) => Promise<unknown>;

/**
 * Evaluates own mappings and expressions. What a mapping finds: the element as `$`, the pipeline's name as `$pipeline`,
 * and the time of receipt in epoch milliseconds as `$receivedAt`; an expression finds its input as `$`. The guards stop
 * what runs between steps of JSONata; what runs within one step (a regular expression) or fills the heap, only the end
 * of the process stops. An evaluation that takes longer than `guardedMs`, in milliseconds, fails.
 */
export const createEvaluator = (guardedMs = GUARDED_MS): Evaluate => {
  const compile = createCompiler(guardedMs);
  const run: Run = async (expression, input, bindings) => compile(expression).evaluate(input, bindings);
  return (item, inputs) => {
    switch (item.kind) {
      case 'mapping':
        return firstOf(run, item);
      case 'expression':
        return replyOf('', run(item.expression, inputs[item.input]).then(asJson), isAbsent);
    }
  };
};

const createCompiler = (timeout: number): ((expression: string) => jsonata.Expression) => {
  const guards = { timeout, stack: MAX_DEPTH, sequence: MAX_SEQUENCE };
  const compiled = new Map<string, jsonata.Expression>();
  return (expression) => {
    const known = compiled.get(expression);
    if (known !== undefined) return known;
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    const fresh = jsonata(expression, guards);
    compiled.set(expression, fresh);
    return fresh;
  };
};

/** The first mapping that makes something, or fails, has the element. */
const firstOf = async (run: Run, { mappings, element, pipeline, receivedAt }: MappingQuestion) => {
  for (const { name, expression } of mappings) {
    const bindings = { pipeline, receivedAt };
    const made = run(expression, element, bindings).then(withoutFunctions);
    const reply = await replyOf(name, made, (json) => NOTHING.has(json));
    if (reply.kind !== 'nothing') return reply;
  }
  return { kind: 'nothing' } as const;
};

const asJson = (value: unknown): string | undefined => JSON.stringify(value);

const isAbsent = (json: string | undefined): boolean => json === undefined;

const replyOf = async (
  mapping: string,
  made: Promise<string | undefined>,
  isNothing: (json: string | undefined) => boolean,
): Promise<ItemReply> => {
  try {
    const json = await made;
    if (json === undefined || isNothing(json)) return { kind: 'nothing' };
    if (json.length > MAX_OUTPUT) return { kind: 'failed', why: 'tooLarge', mapping, code: '' };
    return { kind: 'made', mapping, json };
  } catch (error) {
    return { kind: 'failed', why: failureOf(error), mapping, code: codeOf(error) };
  }
};

/** JSONata's codes (`T2001`) say what was wrong; its sentences may show what a caller sent. */
const codeOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const TIMED_OUT = 'D1012';

const failureOf = (error: unknown): 'tooLong' | 'error' =>
  codeOf(error) === TIMED_OUT ? 'tooLong' : 'error';

/** JSON of a value that JSONata made, without the functions in it, which are no data; undefined where nothing is left. */
const withoutFunctions = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, member: unknown) => leftOf(member));

const leftOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.some(isFunction) ? value.filter((one) => !isFunction(one)) : value;
  return isFunction(value) ? undefined : value;
};

/** JSONata's own functions are objects, and hold what no data hold: a function of the program's. */
const isFunction = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  const { implementation, environment } = value as Held;
  return typeof implementation === 'function' || typeof environment?.lookup === 'function';
};
