import { findingsOf } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation.ts';
import { spokenInScript } from './check-recognition.ts';

const { ok, fail } = findingsOf('script');

/** What a script tag gets: an assignment that browsers are willing to run. */
export const checkScript = ({ script }: Pick<Observation, 'script'>): readonly Finding[] => {
  if (script.kind === 'failed')
    return [fail(`a script tag gets no answer: ${script.why}`, 'look into the log of the proxy')];
  const { status, text, headers } = script;
  if (status !== 200 || spokenInScript(text) === null) {
    return [
      fail(
        `a script tag gets no assignment to fcData (status ${status})`,
        'let the proxy in front pass answers on unchanged, and Referer to Kith',
      ),
    ];
  }
  const type = headers['content-type'] ?? 'none';
  if (headers['x-content-type-options'] === 'nosniff' && !/javascript/.test(type)) {
    return [
      fail(
        `nosniff beside the content type ${type}: browsers refuse to run the script`,
        'let the proxy in front add no X-Content-Type-Options, or say `scriptContentType: text/javascript` in the pipeline',
      ),
    ];
  }
  return [ok(`a script tag gets an assignment to fcData, as ${type}`)];
};
