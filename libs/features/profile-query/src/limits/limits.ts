/** What one GraphQL request may ask for (docs/behaviour.md#limits-of-a-query). */
export const LIMITS = {
  bodyBytes: 65_536,
  tokens: 1_000,
  /** Levels of fields; the standard introspection query has exactly so many. */
  depth: 15,
  aliases: 15,
  /** Representations of one `_entities` field. */
  representations: 100,
  /** Values that an answer can hold at most; 100 persons with 64 identifiers each come to about 20,000. */
  cost: 50_000,
} as const;
