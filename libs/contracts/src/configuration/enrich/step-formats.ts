import type { EnrichmentType } from '@kith/domain/pipeline';
import { membersOf } from '../members/beside.ts';
import { botFormat } from './bot-step.ts';
import { shownName } from './common-members.ts';
import { geoFormat } from './geo-step.ts';
import { httpFormat } from './http-step.ts';
import type { StepFormat } from './step-format.ts';
import { tableFormat } from './table-step.ts';
import { userAgentFormat } from './user-agent-step.ts';

const FORMATS: Readonly<Record<EnrichmentType, StepFormat>> = {
  userAgent: userAgentFormat,
  bot: botFormat,
  geo: geoFormat,
  http: httpFormat,
  table: tableFormat,
};

const isType = (type: unknown): type is EnrichmentType =>
  typeof type === 'string' && Object.hasOwn(FORMATS, type);

/** The names of the values that a step's source may find; of what is no step, none. */
export const valueNamesOf = (step: unknown): readonly string[] => {
  const { type } = membersOf(step);
  return isType(type) ? FORMATS[type].names(step) : [];
};

/** The names under which a step shows its values. */
export const shownNamesOf = (step: unknown): readonly string[] => {
  const { prefix } = membersOf(step);
  return valueNamesOf(step).map((name) => shownName(prefix, name));
};
