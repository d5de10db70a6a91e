import type { PipelineRules, TableStep } from '@kith/domain/pipeline';
import { followFiles, type FollowedFilesOptions, type Live } from '@kith/platform';
import type { EnrichmentOutcome, EnrichmentQuestion, EnrichmentSource } from '@kith/ports';
import { readTable } from './read-table.ts';
import { tableFileOf, type Table, type TableFile } from './table-file.ts';

export interface TableSourceOptions extends Pick<
  FollowedFilesOptions<TableFile, Table>,
  'logger' | 'metrics' | 'clock' | 'everyMs'
> {
  readonly configuration: Live<{ readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>> }>;
}

/** The tables of all steps, in memory. */
export interface OpenTables {
  readonly source: EnrichmentSource<TableStep>;
  /** Looks at all files now. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

/** Reads the files of all steps, and again when they change; returns when those that are there were read. */
export const openTableSource = async (options: TableSourceOptions): Promise<OpenTables> => {
  const plan = options.configuration.map(planOf);
  const { get, check, close } = await followFiles({
    ...options,
    wanted: () => plan.current().files,
    read: readTable,
  });
  const source: EnrichmentSource<TableStep> = {
    keyOf,
    look: (_deadline, step, question) => {
      // A step that the configuration has no more finds nothing: its request is the last of its kind.
      const table = get(plan.current().keys.get(step) ?? '');
      return table === undefined
        ? { kind: 'failed', why: 'error' }
        : found(step, table, keyOf(step, question));
    },
  };
  return { source, check, close };
};

/** The files that are wanted, and which of them is a step's. */
interface Plan {
  readonly files: ReadonlyMap<string, TableFile>;
  readonly keys: ReadonlyMap<TableStep, string>;
}

const planOf = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;
}): Plan => {
  const steps = Array.from(pipelines.values()).flatMap(({ enrich }) => enrich.filter(isTable));
  const keys = new Map(steps.map((step) => [step, JSON.stringify(tableFileOf(step))]));
  return { keys, files: new Map(steps.map((step) => [keys.get(step) ?? '', tableFileOf(step)])) };
};

const isTable = (step: PipelineRules['enrich'][number]): step is TableStep => step.type === 'table';

const keyOf = ({ key }: TableStep, { identifiers, attributes }: EnrichmentQuestion): string | null => {
  const value =
    key.from === 'attribute'
      ? attributes[key.name]
      : identifiers.find(({ name }) => name === key.name)?.value;
  return value === undefined || value === '' ? null : value;
};

const found = ({ names }: TableStep, table: Table, key: string | null): EnrichmentOutcome => {
  const row = key === null ? undefined : table.get(key);
  if (row === undefined) return { kind: 'nothing' };
  const known = Array.from(names.keys(), (name, place) => [name, row[place] ?? null] as const);
  const values = Object.fromEntries(known.filter(isKnown));
  return Object.keys(values).length === 0 ? { kind: 'nothing' } : { kind: 'found', values };
};

const isKnown = (
  entry: readonly [string, string | number | boolean | null],
): entry is readonly [string, string | number | boolean] => entry[1] !== null;
