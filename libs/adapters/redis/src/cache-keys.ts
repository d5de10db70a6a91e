import type { Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';

/**
 * The account comes first in every key; what lies within the braces chooses the node of a Redis Cluster. The UUID
 * at the end has a fixed length, so that no name of an account can lead into another one's keys. Older versions kept
 * other values in `:entry` and `:redirect`: during an upgrade both lie there, and neither reads the other's.
 */
export const deviceKey = (account: AccountName, umdid: Umdid): string => `kith:{${account}:${umdid}}:device`;

export const profileKey = (account: AccountName, umid: Umid): string => `kith:{${account}:${umid}}:profile`;
