import type { Situation } from '../situation.ts';
import type { ExplainedUmid } from './explanation.ts';

/** `new` for a umid that would be another one in earnest: one that was drawn, or follows from a umdid that was. */
export const withoutDrawn = (
  { newUmid, firstUmid, freshDevice }: Situation,
  umid: ExplainedUmid,
): ExplainedUmid => (umid === newUmid || (freshDevice && umid === firstUmid) ? 'new' : umid);
