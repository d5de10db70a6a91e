import type { EnrichmentStepCommon } from './enrichment-step.ts';
import type { TextTemplate } from './text-template.ts';

/** What a header holds: a text, or the first secret of a file. */
export type HeaderRule = { readonly text: string } | { readonly secretFile: string };

/** Asks an external system about an identifier. */
export interface HttpStep extends EnrichmentStepCommon {
  readonly type: 'http';
  readonly method: 'GET' | 'POST';
  /** Its places are behind `origin`. */
  readonly url: TextTemplate;
  /** Scheme, host and port, which no value changes. */
  readonly origin: string;
  /** Whether the host may lie at a private address. */
  readonly allowPrivate: boolean;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, HeaderRule>;
  /** JSON; its texts are templates. null: the call has no body. */
  readonly body: unknown;
  /** The identifiers, and `umid`, that the call has places for. */
  readonly asks: readonly string[];
  /** JSONata: makes an object of the answer, with a member for each value. */
  readonly map: string;
}
