import type { PipelineRules } from '@kith/domain/pipeline';
import type { BotDetection } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';

/** Whether a request is a bot's, as its pipeline understands that (docs/behaviour.md#bots). */
export const isBot = ({ kindOf }: BotDetection, { bots }: PipelineRules, userAgent: string): boolean => {
  const kind = kindOf(userAgent);
  return kind !== null && bots.kinds.has(kind);
};

/**
 * Whether nothing says whose request it is, neither a device nor an identifier: of a bot's, nothing need be stored
 * then.
 */
export const isNobodys = ({ device, identifiers }: InfoRequest): boolean =>
  device === null && identifiers.length === 0;
