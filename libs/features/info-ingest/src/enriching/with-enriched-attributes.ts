import type { InfoSections } from '@kith/domain/answer';
import type { Fed } from './feeds.ts';

/**
 * The sections with what enrichment brings, where attributes were asked for and may be shown: what a step has
 * answered now comes before what the profile holds of the name, and that before what stands in for both.
 */
export const withEnrichedAttributes = (sections: InfoSections, { response, instead }: Fed): InfoSections => {
  const { attributes: held } = sections;
  if (held === undefined) return sections;
  const known = Object.entries(held).filter(([, value]) => value !== '');
  const attributes = { ...held, ...instead, ...Object.fromEntries(known), ...response };
  return { ...sections, attributes };
};
