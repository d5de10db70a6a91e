import { isIP } from 'node:net';
import type { EnrichmentValues, GeoStep, PipelineRules } from '@kith/domain/pipeline';
import { followFiles, type FollowedFilesOptions, type Live } from '@kith/platform';
import type { EnrichmentOutcome, EnrichmentSource } from '@kith/ports';
import { geoValues } from './geo-values.ts';
import { readMmdb, type AddressLookUp } from './read-mmdb.ts';

type Pipelines = ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;

/** A file that some step looks into. */
export interface GeoFile {
  readonly file: string;
}

/** What files of places are opened with. */
export interface GeoSourceOptions extends Pick<
  FollowedFilesOptions<GeoFile, AddressLookUp>,
  'logger' | 'metrics' | 'clock' | 'everyMs'
> {
  readonly configuration: Live<{ readonly pipelines: Pipelines }>;
}

/** The files of all steps, in memory. */
export interface OpenGeo {
  readonly source: EnrichmentSource<GeoStep>;
  /** Looks at all files now. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

const FAILED: EnrichmentOutcome = { kind: 'failed', why: 'error' };

/** Reads the files of all steps, and again when they change; returns when those that are there were read. */
export const openGeoSource = async (options: GeoSourceOptions): Promise<OpenGeo> => {
  const wanted = options.configuration.map(filesOf);
  const { get, check, close } = await followFiles({ ...options, wanted: wanted.current, read: readMmdb });
  const source: EnrichmentSource<GeoStep> = {
    keyOf: (_step, { address }) => (isIP(address) === 0 ? null : address),
    look: (_deadline, step, { address }) => {
      const files = step.files.flatMap((file) => get(file) ?? []);
      return files.length === 0 ? FAILED : known(files, step, address);
    },
  };
  return { source, check, close };
};

const filesOf = ({ pipelines }: { readonly pipelines: Pipelines }): ReadonlyMap<string, GeoFile> =>
  new Map(
    Array.from(pipelines.values())
      .flatMap(({ enrich }) => enrich.flatMap((step) => (step.type === 'geo' ? step.files : [])))
      .map((file) => [file, { file }]),
  );

const known = (
  files: readonly AddressLookUp[],
  { language }: GeoStep,
  address: string,
): EnrichmentOutcome => {
  try {
    const found = files.map((lookUp) => geoValues(lookUp(address), language));
    const values = found.reduceRight((others, own): EnrichmentValues => ({ ...others, ...own }), {});
    return Object.keys(values).length === 0 ? { kind: 'nothing' } : { kind: 'found', values };
  } catch {
    return FAILED;
  }
};
