import type { MappingFailure, MappingQuestion } from '@kith/ports';

/** One thing to evaluate: the own mappings about a data layer, or an expression about one of the inputs beside it. */
export type Item =
  | ({ readonly kind: 'mapping' } & MappingQuestion)
  | { readonly kind: 'expression'; readonly expression: string; readonly input: number };

/** What a process is asked; what it has not begun after so many milliseconds it leaves alone. */
export interface Question {
  readonly withinMs: number;
  readonly inputs: readonly unknown[];
  readonly items: readonly Item[];
}

/** What became of an item; `mapping` is '' of an expression. */
export type ItemReply =
  | { readonly kind: 'made'; readonly mapping: string; readonly json: string }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'failed';
      readonly why: MappingFailure;
      readonly mapping: string;
      readonly code: string;
    };

/** What a process answers: that it is there, and then to each item of each question in turn. */
export type Reply = { readonly kind: 'ready' } | ItemReply;
