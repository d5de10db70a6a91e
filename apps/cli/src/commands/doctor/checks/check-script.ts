import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { spokenIn } from '../observing/spoken.ts';
import { POLICY_MEND, refusingPolicy } from './resource-policy.ts';

const { ok, fail } = findingsOf('script');

/** The assignment that `out=js` answers with. */
const ASSIGNMENT = /^var fcData = (.*);$/s;

/** The object that the text of a script assigns. */
export const spokenInScript = (text: string): ReturnType<typeof spokenIn> =>
  spokenIn(ASSIGNMENT.exec(text)?.[1] ?? '');

/** What a script tag gets: an assignment that browsers are willing to run. */
export const checkScript = ({
  subject,
  script,
}: Pick<Observation, 'subject' | 'script'>): readonly Finding[] => {
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
  const policy = refusingPolicy(script, subject);
  if (policy !== null) {
    return [
      fail(
        `the answer says Cross-Origin-Resource-Policy: ${policy}, so browsers refuse it to script tags of ${subject.site}`,
        POLICY_MEND,
      ),
    ];
  }
  const type = headers['content-type'] ?? 'none';
  if (headers['x-content-type-options'] === 'nosniff' && !/javascript/i.test(type)) {
    return [
      fail(
        `nosniff beside the content type ${type}: browsers refuse to run the script`,
        'let the proxy in front add no X-Content-Type-Options, or say `scriptContentType: text/javascript` in the pipeline',
      ),
    ];
  }
  return [ok(`a script tag gets an assignment to fcData, as ${type}`)];
};
