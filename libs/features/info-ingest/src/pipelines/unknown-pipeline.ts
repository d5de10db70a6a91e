import type { Logger } from '@kith/platform';

/** To be told of each request to a pipeline that there is not, and of the names of those that there are. */
export type UnknownPipeline = (name: string, configured: Iterable<string>) => void;

export interface UnknownPipelineDeps {
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds from any moment on; never goes back. */
  readonly clock: () => number;
}

/** How often a line is written at the most, in milliseconds: whoever tries names must not fill the log. */
const INTERVAL_MS = 60_000;
/** The most names in a line. */
const MAX_NAMES = 32;
/** What could have been meant as a name; anything else that stands in a path is nobody's business. */
const NAME = /^[\w.-]{1,64}$/;

/**
 * Writes into the log that a pipeline is asked for that nobody has configured, with those that there are: a mistyped
 * name in a page is else a site that silently is not counted. The world gets a plain 404.
 */
export const createUnknownPipeline = ({ logger, clock }: UnknownPipelineDeps): UnknownPipeline => {
  let nextAt = -Infinity;
  let requests = 0;
  return (name, configured) => {
    requests += 1;
    if (clock() < nextAt) return;
    const names = [...configured];
    logger.warn(
      {
        pipeline: NAME.test(name) ? name : null,
        requestsSince: requests,
        pipelines: names.slice(0, MAX_NAMES),
        furtherPipelines: Math.max(0, names.length - MAX_NAMES),
      },
      'requests are answered with 404: nobody has configured the pipeline that they name',
    );
    nextAt = clock() + INTERVAL_MS;
    requests = 0;
  };
};
