import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { EnrichmentValues, GeoStep, PipelineRules } from '@kith/domain/pipeline';
import { type FollowedFilesOptions, followFiles, type Live } from '@kith/platform';
import type { EnrichmentOutcome, EnrichmentSource } from '@kith/ports';
import { Reader, type Response } from 'mmdb-lib';

/** Says what a file knows of an address: a record, or null. Throws where the file is broken there. */
type AddressLookUp = (address: string) => unknown;

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

/** A member of an object, or of a list by its place; undefined of anything else. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );

const nameOf = (record: unknown, place: readonly string[], language: string): unknown =>
  at(record, ...place, 'names', language) ?? at(record, ...place, 'names', 'en');

/** What a record says, by the members that MaxMind's databases of cities, countries, providers and networks have. */
const geoValues = (record: unknown, language: string): EnrichmentValues => {
  const values = {
    cc: at(record, 'country', 'iso_code'),
    region: nameOf(record, ['subdivisions', '0'], language) ?? at(record, 'subdivisions', '0', 'iso_code'),
    city: nameOf(record, ['city'], language),
    isp: at(record, 'isp') ?? at(record, 'traits', 'isp') ?? at(record, 'autonomous_system_organization'),
  };
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
};

/** Addresses that every look at a broken tree or data goes wrong with. */
const PROBES = ['1.1.1.1', '8.8.8.8', '203.0.113.1', '2001:4860:4860::8888', '2a00::1'];

/** The largest file, in bytes; it is kept in memory. */
const MAX_BYTES = 1_073_741_824;

/** Reads a file in MaxMind's format; throws with a sentence where it is none. */
const readMmdb = async ({ file }: { readonly file: string }): Promise<AddressLookUp> => {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES} bytes`);
  const content = await readFile(file);
  try {
    const lookUp = lookUpIn(content);
    PROBES.forEach(lookUp);
    return lookUp;
  } catch (cause) {
    throw new Error("is no file in MaxMind's format, or broken", { cause });
  }
};

const lookUpIn = (content: Buffer): AddressLookUp => {
  const reader = new Reader<Response>(content);
  const { searchTreeSize, ipVersion } = reader.metadata;
  // The format has 16 zeros between tree and data.
  const between = content.subarray(searchTreeSize, searchTreeSize + 16);
  if (between.length < 16 || between.some((byte) => byte !== 0)) throw new Error('the tree has another size');
  // In a tree of version 4 the first bits of a longer address would lead to somebody else.
  return (address) => (ipVersion === 4 && isIP(address) === 6 ? null : reader.get(address));
};
