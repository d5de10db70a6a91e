import {
  ADD_USER_PATH,
  addUserCallSchema,
  CHANGE_PASSWORD_PATH,
  changePasswordCallSchema,
  LIST_USERS_PATH,
  listUsersCallSchema,
  REMOVE_USER_PATH,
  removeUserCallSchema,
  USERS_PREFIX,
} from '@kith/contracts';
import { answerJson, notFound } from '@kith/platform';
import type { Exchange, Front } from '@kith/platform';
import type { UserAdministration } from '@kith/ports';
import { readCall } from '../http/administration-call.ts';

/**
 * The calls of `kith user`. They are not signed: to be served only where the caller is known to be the administrator,
 * as on a socket that nobody else may open.
 */
export const createUsersFront = (users: UserAdministration): Front => ({
  prefix: USERS_PREFIX,
  handle: async (exchange) => {
    if (exchange.request.method !== 'POST') throw notFound();
    answerJson(exchange, await resultOf(users, exchange));
  },
});

const resultOf = async (users: UserAdministration, exchange: Exchange): Promise<unknown> => {
  const { path, deadline } = exchange;
  switch (path) {
    case ADD_USER_PATH: {
      const { caller, ...user } = await readCall(exchange, addUserCallSchema);
      return users.add(deadline, user, caller);
    }
    case LIST_USERS_PATH:
      return users.list({ deadline, ...(await readCall(exchange, listUsersCallSchema)) });
    case CHANGE_PASSWORD_PATH: {
      const { caller, ...change } = await readCall(exchange, changePasswordCallSchema);
      return users.changePassword(deadline, change, caller);
    }
    case REMOVE_USER_PATH: {
      const { caller, ...user } = await readCall(exchange, removeUserCallSchema);
      return users.remove(deadline, user, caller);
    }
    default:
      throw notFound();
  }
};
