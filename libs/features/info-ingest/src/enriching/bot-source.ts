import type { BotStep } from '@kith/domain/pipeline';
import type { BotDetection, EnrichmentSource } from '@kith/ports';

/** Says whether a request is a bot's, as the step understands that. */
export const createBotSource = ({ kindOf }: BotDetection): EnrichmentSource<BotStep> => ({
  keyOf: (_step, { userAgent }) => userAgent,
  look: (_deadline, { also }, { userAgent }) => {
    const kind = kindOf(userAgent);
    return { kind: 'found', values: { isbot: kind === 'crawler' || (kind !== null && also.has(kind)) } };
  },
});
