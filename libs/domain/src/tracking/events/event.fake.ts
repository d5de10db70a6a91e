import type { Umdid, Umid } from '../../identity/model/ids.ts';
import type { TrackedEvent } from './event.ts';

/** An event of which only the named members matter. */
export const event = (members: Partial<TrackedEvent>): TrackedEvent => ({
  id: 'id',
  type: 'page',
  umdid: 'd' as Umdid,
  umid: 'u' as Umid,
  bindingVersion: 0,
  pipeline: 'web',
  time: 1,
  clientTime: null,
  receivedAt: 1,
  properties: {},
  ...members,
});
