import { CHANGES_TOPIC } from '@kith/contracts';
import type { DestinationRules } from '@kith/domain/destinations';

const TRACKED = 'kith.tracking.';

/** Many destinations hear of changes alone: they pass over tracking events without reading them. */
export const concerns = ({ events, segment }: DestinationRules, topic: string): boolean =>
  topic === CHANGES_TOPIC || segment !== null || Array.from(events).some((type) => type.startsWith(TRACKED));
