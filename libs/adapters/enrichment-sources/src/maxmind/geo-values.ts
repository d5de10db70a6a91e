import type { EnrichmentValues } from '@kith/domain/pipeline';

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
export const geoValues = (record: unknown, language: string): EnrichmentValues => {
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
