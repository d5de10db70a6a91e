import type { ChangeEvent } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';

/** The topic of changes of profiles, keyed by umid. */
export const CHANGES_TOPIC = 'profile-changes';

/** The record of a change: CloudEvents 1.0 in JSON, in the order of the profile's versions. */
export const encodeChange = (account: AccountName, change: ChangeEvent): string =>
  JSON.stringify({
    specversion: '1.0',
    id: change.id,
    source: `/accounts/${account}`,
    type: `kith.${change.type}`,
    subject: change.umid,
    time: new Date(change.at).toISOString(),
    datacontenttype: 'application/json',
    account,
    profileversion: change.profileVersion,
    data: change.detail,
  });
