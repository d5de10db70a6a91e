import { audienceCallSchema, audiencePageSchema } from '@kith/contracts';
import type { AudienceExport } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/** A call of `kith export audience`; that one began stands in the log. */
export const audienceRoute =
  ({ page }: AudienceExport): InternalRoute =>
  async ({ body, deadline, log }) => {
    const { account, after, ...order } = readCall(audienceCallSchema, body);
    const answer = audiencePageSchema.parse(await page({ account, deadline }, order, after));
    const { segment, by } = order;
    if (after === null) log.info({ account, by, segment }, 'an administrator asked to export an audience');
    return answer;
  };
