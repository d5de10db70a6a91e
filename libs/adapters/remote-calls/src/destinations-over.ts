import {
  DESTINATION_STATUS_PATH,
  destinationReplayedSchema,
  destinationShownSchema,
  destinationsListedSchema,
  destinationSwitchedSchema,
  FAILED_PARCELS_PATH,
  failedParcelsSchema,
  LIST_DESTINATIONS_PATH,
  PAUSE_DESTINATION_PATH,
  REPLAY_DESTINATION_PATH,
  RESUME_DESTINATION_PATH,
} from '@kith/contracts';
import type { DestinationAdministration } from '@kith/ports';
import type { PostCall } from './post-call.ts';

/** Asks the running app about destinations. */
export const destinationsOver = (post: PostCall): DestinationAdministration => ({
  list: (deadline, account) => {
    const body = account === undefined ? {} : { account };
    const answer = destinationsListedSchema;
    return post(deadline, { path: LIST_DESTINATIONS_PATH, body, answer, repeatable: true });
  },
  status: (deadline, body) => {
    const answer = destinationShownSchema;
    return post(deadline, { path: DESTINATION_STATUS_PATH, body, answer, repeatable: true });
  },
  failed: (deadline, place, page) => {
    const body = { ...place, ...page };
    return post(deadline, { path: FAILED_PARCELS_PATH, body, answer: failedParcelsSchema, repeatable: true });
  },
  pause: (deadline, body) => {
    const answer = destinationSwitchedSchema;
    return post(deadline, { path: PAUSE_DESTINATION_PATH, body, answer, repeatable: true });
  },
  resume: (deadline, body) => {
    const answer = destinationSwitchedSchema;
    return post(deadline, { path: RESUME_DESTINATION_PATH, body, answer, repeatable: true });
  },
  // Made again it would say that nothing was put back, or begin again once more.
  replay: (deadline, place, replay) => {
    const body = { ...place, replay };
    const answer = destinationReplayedSchema;
    return post(deadline, { path: REPLAY_DESTINATION_PATH, body, answer, repeatable: false });
  },
});
