import type { MappingFailure, MappingQuestion } from '@kith/ports';

/** What a process is asked. */
export type Question = MappingQuestion;

/** What a process answers: that it is there, and then to each question in turn. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'made'; readonly mapping: string; readonly json: string }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'failed';
      readonly why: MappingFailure;
      readonly mapping: string;
      readonly code: string;
    };
