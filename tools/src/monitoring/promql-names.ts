import { parser } from '@prometheus-io/lezer-promql';

/** A metric that an expression asks for, and the labels that it is chosen by. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** What an expression names. */
export interface PromqlNames {
  readonly selectors: readonly Selector[];
  /** Labels that it groups by. */
  readonly groupings: readonly string[];
}

/** Grafana puts a duration in its place. */
const RATE_INTERVAL = '$__rate_interval';

/** Reads an expression; throws where it is none. */
export const namesIn = (expression: string): PromqlNames => {
  const text = expression.replaceAll(RATE_INTERVAL, '5m');
  const selectors: { metric: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, type, node }) => {
      const own = text.slice(from, to);
      if (type.isError) throw new SyntaxError(`no PromQL at character ${from}: ${text}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') selectors.at(-1)!.metric = own;
      if (name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') groupings.push(own);
      else selectors.at(-1)!.labels.push(own);
    },
  });
  return { selectors, groupings };
};
