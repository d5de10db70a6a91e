import type { PipelineRules } from '@kith/domain/pipeline';
import type { Exchange } from '@kith/platform';
import { isTrustedOrigin } from './own-site.ts';

/** Lets a trusted origin's pages read the answer, and nobody else's (behaviour.md section 2). */
export const allowOrigin = ({ request, response }: Exchange, pipeline: PipelineRules): void => {
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !isTrustedOrigin(pipeline, origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
};

/** Answers a preflight. */
export const answerPreflight = (exchange: Exchange, pipeline: PipelineRules): void => {
  allowOrigin(exchange, pipeline);
  if (exchange.response.hasHeader('access-control-allow-origin')) {
    exchange.response.setHeader('access-control-allow-methods', 'GET, POST');
    exchange.response.setHeader('access-control-allow-headers', 'Content-Type, Idempotency-Key');
    exchange.response.setHeader('access-control-max-age', '7200');
  }
  exchange.response.writeHead(204).end();
};
