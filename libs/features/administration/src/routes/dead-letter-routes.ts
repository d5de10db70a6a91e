import {
  changeDeadLettersCallSchema,
  deadLettersChangedSchema,
  deadLetterShownSchema,
  deadLettersListedSchema,
  DROP_DEAD_LETTERS_PATH,
  LIST_DEAD_LETTERS_PATH,
  listDeadLettersCallSchema,
  REPLAY_DEAD_LETTERS_PATH,
  SHOW_DEAD_LETTER_PATH,
  showDeadLetterCallSchema,
} from '@kith/contracts';
import type { DeadLetterAdministration } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/** The calls of administrators about dead letters, by their paths. */
export const deadLetterRoutes = (
  administration: DeadLetterAdministration,
): ReadonlyMap<string, InternalRoute> =>
  new Map([
    [LIST_DEAD_LETTERS_PATH, listRoute(administration)],
    [SHOW_DEAD_LETTER_PATH, showRoute(administration)],
    [REPLAY_DEAD_LETTERS_PATH, changeRoute('replay', administration)],
    [DROP_DEAD_LETTERS_PATH, changeRoute('drop', administration)],
  ]);

const listRoute =
  ({ list }: DeadLetterAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, after, limit } = readCall(listDeadLettersCallSchema, body);
    const page = {
      limit,
      ...(account === undefined ? {} : { account }),
      ...(after === undefined ? {} : { after }),
    };
    return deadLettersListedSchema.parse(await list(deadline, page));
  };

const showRoute =
  ({ show }: DeadLetterAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { id } = readCall(showDeadLetterCallSchema, body);
    return deadLetterShownSchema.parse({ letter: await show(deadline, id) });
  };

const changeRoute =
  (change: 'replay' | 'drop', administration: DeadLetterAdministration): InternalRoute =>
  async ({ body, deadline, log }) => {
    const { ids, caller } = readCall(changeDeadLettersCallSchema, body);
    const outcomes = deadLettersChangedSchema.parse(await administration[change](deadline, ids, caller));
    log.info({ by: caller.by, letters: ids.length }, `an administrator asked to ${change} dead letters`);
    return outcomes;
  };
