import { sectionsOf } from '@kith/domain/answer';
import type { InfoSections } from '@kith/domain/answer';
import { NO_ACTIVITY } from '@kith/domain/tracking';
import { evaluateSegments } from '@kith/ports';
import type { Expressions, Scope } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';

/** The sections of a first visit: those of a visitor of whom nothing is known, who may be in segments all the same. */
export const firstSections = async (
  expressions: Expressions,
  { deadline }: Scope,
  { pipeline, sections, receivedAt: now }: InfoRequest,
): Promise<InfoSections> => {
  const seen = { source: pipeline.name, createdAt: now, lastSeenAt: now };
  const material = {
    account: pipeline.account,
    profile: { ...NOTHING_KNOWN, ...seen },
    activity: NO_ACTIVITY,
    linked: [],
    now,
  };
  if (!sections.includes('attributes')) return sectionsOf(material, sections);
  const [segments] = await evaluateSegments(expressions, deadline, [material]);
  return sectionsOf({ ...material, ...(segments === undefined ? {} : { segments }) }, sections);
};

const NOTHING_KNOWN = {
  state: 'visitor',
  identifiers: [],
  permissions: {},
  acknowledged: [],
  recentAcknowledgements: [],
} as const;
