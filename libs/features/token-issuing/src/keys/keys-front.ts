import {
  KEYS_PREFIX,
  LIST_KEYS_PATH,
  listKeysCallSchema,
  REVOKE_KEY_PATH,
  revokeKeyCallSchema,
  ROTATE_KEYS_PATH,
  rotateKeysCallSchema,
} from '@kith/contracts';
import { answerJson, notFound } from '@kith/platform';
import type { Exchange, Front } from '@kith/platform';
import type { KeyAdministration } from '@kith/ports';
import { readCall } from '../http/administration-call.ts';

/** The calls of `kith keys`, unsigned: to be served where `createUsersFront` is, and nowhere else. */
export const createKeysFront = (keys: KeyAdministration): Front => ({
  prefix: KEYS_PREFIX,
  handle: async (exchange) => {
    if (exchange.request.method !== 'POST') throw notFound();
    answerJson(exchange, await resultOf(keys, exchange));
  },
});

const resultOf = async (keys: KeyAdministration, exchange: Exchange): Promise<unknown> => {
  const { path, deadline } = exchange;
  switch (path) {
    case LIST_KEYS_PATH:
      await readCall(exchange, listKeysCallSchema);
      return keys.list(deadline);
    case ROTATE_KEYS_PATH: {
      const { caller, ...options } = await readCall(exchange, rotateKeysCallSchema);
      return keys.rotate(deadline, options, caller);
    }
    case REVOKE_KEY_PATH: {
      const { kid, caller } = await readCall(exchange, revokeKeyCallSchema);
      return keys.revoke(deadline, kid, caller);
    }
    default:
      throw notFound();
  }
};
