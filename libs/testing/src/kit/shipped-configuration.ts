import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A copy of the configuration that ships: whoever tries Kith edits `config/kith.yaml`, and no test depends on what stands
 * there. `.ci/run` checks that both say the same.
 */
export const SHIPPED_CONFIGURATION = fileURLToPath(new URL('../../shipped/kith.yaml', import.meta.url));

/** Its text. */
export const shippedConfiguration = (): string => readFileSync(SHIPPED_CONFIGURATION, 'utf8');
