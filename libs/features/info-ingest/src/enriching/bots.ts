import type { BotStep, PipelineRules } from '@kith/domain/pipeline';
import type { BotDetection, EnrichmentSource } from '@kith/ports';

/** Whether a request is a bot's, as its pipeline understands that (docs/behaviour.md#bots). */
export const isBot = ({ kindOf }: BotDetection, { bots }: PipelineRules, userAgent: string): boolean => {
  const kind = kindOf(userAgent);
  return kind !== null && bots.kinds.has(kind);
};

/** Says whether a request is a bot's, as the step understands that. */
export const createBotSource = ({ kindOf }: BotDetection): EnrichmentSource<BotStep> => ({
  keyOf: (_step, { userAgent }) => userAgent,
  look: (_deadline, { also }, { userAgent }) => {
    const kind = kindOf(userAgent);
    return { kind: 'found', values: { isbot: kind === 'crawler' || (kind !== null && also.has(kind)) } };
  },
});
