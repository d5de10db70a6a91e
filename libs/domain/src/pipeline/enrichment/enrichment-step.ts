import type { TextTemplate } from './text-template.ts';

/** What a step adds, by name; '' is known not to be there. */
export type EnrichmentValues = Readonly<Record<string, string | number | boolean>>;

/** What a step's values go into (docs/behaviour.md#enrichment). */
export type EnrichmentFeed = 'response' | 'profile' | 'events';

/** How long, and how many of, the answers of a step's source are remembered. */
export interface EnrichmentCacheRules {
  readonly ttlMs: number;
  readonly entries: number;
}

/** What every step of a pipeline has, whatever its source. */
export interface EnrichmentStepCommon {
  /** No other step of the pipeline has it: outcomes are counted by it. */
  readonly name: string;
  readonly feeds: ReadonlySet<EnrichmentFeed>;
  /** No request waits for the step for longer, in milliseconds. */
  readonly budgetMs: number;
  /** null: nothing is remembered. */
  readonly cache: EnrichmentCacheRules | null;
  /** Everything that the step can add: the source's name of a value, and the name under which it is shown. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * Where the source has found no such value, or could not say: what the response and the events have instead, by shown
   * name.
   */
  readonly fallback: EnrichmentValues;
}

/** Says what the `User-Agent` header tells of device, browser and system. */
export interface UserAgentStep extends EnrichmentStepCommon {
  readonly type: 'userAgent';
}

/** What is no person with a browser: a crawler, a browser without a window, or a program's HTTP client, such as curl. */
export type BotKind = 'crawler' | 'headless' | 'tool';

/** Says by the `User-Agent` header whether a request is a bot's. */
export interface BotStep extends EnrichmentStepCommon {
  readonly type: 'bot';
  /** What counts as a bot beside crawlers. */
  readonly also: ReadonlySet<BotKind>;
}

/** Says where an address is, and whose network, by files that the operator brings. */
export interface GeoStep extends EnrichmentStepCommon {
  readonly type: 'geo';
  /** In MaxMind's format; of two that know a value the first is believed. */
  readonly files: readonly string[];
  /** Of the names of regions and cities: `en`. */
  readonly language: string;
}

/** How a file of rows is read. */
export interface TableFormat {
  readonly kind: 'csv' | 'ndjson';
  /** Between the fields of a CSV file. */
  readonly delimiter: string;
}

/** What a row of a table is found by. */
export type TableKey =
  | { readonly from: 'identifier'; readonly name: string; readonly lowercase: boolean }
  | { readonly from: 'attribute'; readonly name: string };

/** Says what a file of the operator's knows about an identifier or an attribute. */
export interface TableStep extends EnrichmentStepCommon {
  readonly type: 'table';
  readonly file: string;
  readonly format: TableFormat;
  readonly key: TableKey;
  /** The column, or member, that holds the key. */
  readonly column: string;
}

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

/** One step of a pipeline's enrichment. */
export type EnrichmentStep = UserAgentStep | BotStep | GeoStep | HttpStep | TableStep;

export type EnrichmentType = EnrichmentStep['type'];

/**
 * Headers that belong to the connection of a call, and that its client sets: with one of them from elsewhere a call would
 * say that it goes elsewhere, or never end.
 */
export const CLIENT_HEADERS: readonly string[] = [
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];
