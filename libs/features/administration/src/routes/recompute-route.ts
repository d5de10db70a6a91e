import { RECOMPUTE_PATH, recomputeCallSchema, recomputedSchema } from '@kith/contracts';
import type { AttributeAdministration } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/** The call of `kith recompute`, by its path. That a recomputation begins stands in the log. */
export const recomputeRoute = ({
  recompute,
}: AttributeAdministration): readonly [path: string, route: InternalRoute] => [
  RECOMPUTE_PATH,
  async ({ body, deadline, log }) => {
    const { account, ...order } = readCall(recomputeCallSchema, body);
    if (order.cursor === null) log.info({ account }, 'an administrator asked to recompute attributes');
    return recomputedSchema.parse(await recompute({ account, deadline }, order));
  },
];
