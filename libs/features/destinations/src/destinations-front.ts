import {
  DESTINATION_STATUS_PATH,
  destinationCallSchema,
  DESTINATIONS_PREFIX,
  FAILED_PARCELS_PATH,
  failedParcelsCallSchema,
  LIST_DESTINATIONS_PATH,
  listDestinationsCallSchema,
  memberFaults,
  PAUSE_DESTINATION_PATH,
  REPLAY_DESTINATION_PATH,
  replayDestinationCallSchema,
  RESUME_DESTINATION_PATH,
} from '@kith/contracts';
import { answerJson, badRequest, notFound, parseJson, readBody } from '@kith/platform';
import type { Exchange, Front } from '@kith/platform';
import type { DestinationAdministration } from '@kith/ports';
import type { z } from 'zod';

/** The most that a call may bring, in bytes: the ids of some hundred parcels. */
const CALL_BYTES = 1024 * 1024;

/**
 * The calls of `kith destinations`. They are not signed: to be served only where the caller is known to be the
 * administrator, as on a socket that nobody else may open.
 */
export const createDestinationsFront = (administration: DestinationAdministration): Front => ({
  prefix: DESTINATIONS_PREFIX,
  handle: async (exchange) => {
    if (exchange.request.method !== 'POST') throw notFound();
    answerJson(exchange, await resultOf(administration, exchange));
  },
});

const resultOf = async (administration: DestinationAdministration, exchange: Exchange): Promise<unknown> => {
  const { path, deadline } = exchange;
  switch (path) {
    case LIST_DESTINATIONS_PATH: {
      const { account } = await readCall(exchange, listDestinationsCallSchema);
      return administration.list(deadline, account);
    }
    case DESTINATION_STATUS_PATH:
      return administration.status(deadline, await readCall(exchange, destinationCallSchema));
    case FAILED_PARCELS_PATH: {
      const { account, destination, ...page } = await readCall(exchange, failedParcelsCallSchema);
      return administration.failed(deadline, { account, destination }, page);
    }
    default:
      return changed(administration, exchange);
  }
};

/** Each of these stands in the log; whom it concerned does not. */
const changed = async (administration: DestinationAdministration, exchange: Exchange): Promise<unknown> => {
  const { path, deadline, log } = exchange;
  switch (path) {
    case PAUSE_DESTINATION_PATH: {
      const place = await readCall(exchange, destinationCallSchema);
      log.info(place, 'an administrator asked to pause a destination');
      return administration.pause(deadline, place);
    }
    case RESUME_DESTINATION_PATH: {
      const place = await readCall(exchange, destinationCallSchema);
      log.info(place, 'an administrator asked to resume a destination');
      return administration.resume(deadline, place);
    }
    case REPLAY_DESTINATION_PATH: {
      const { replay, ...place } = await readCall(exchange, replayDestinationCallSchema);
      log.info({ ...place, replay: replay.kind }, 'an administrator asked to deliver once more');
      return administration.replay(deadline, place, replay);
    }
    default:
      throw notFound();
  }
};

const readCall = async <S extends z.ZodType>({ request }: Exchange, schema: S): Promise<z.output<S>> => {
  const parsed = schema.safeParse(parseJson((await readBody(request, CALL_BYTES)).toString('utf8')));
  if (!parsed.success) throw badRequest(memberFaults(parsed.error));
  return parsed.data;
};
