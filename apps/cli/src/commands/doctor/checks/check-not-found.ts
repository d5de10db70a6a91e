import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';

const { ok, warn } = findingsOf('not found');

/** What there is not is a 404 of Kith: another answer shows that something in front decides. */
export const checkNotFound = ({ wrongs }: Pick<Observation, 'wrongs'>): readonly Finding[] => {
  const faults = wrongs.flatMap(({ what, reply }) =>
    reply.kind === 'answered' && reply.status === 404
      ? []
      : [
          warn(
            `${what} gets ${reply.kind === 'failed' ? 'no answer' : `status ${reply.status}`}, not 404`,
            'let the proxy in front pass everything below /op/ on unchanged',
          ),
        ],
  );
  return faults.length > 0 ? faults : [ok('wrong paths, methods and pipelines get 404')];
};
