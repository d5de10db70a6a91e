import type { InfoSections } from '@kith/domain/answer';
import type { ProfileState, Umid } from '@kith/domain/identity';

/** The response object of an info request: always umid and state, other fields as the request asked. */
export interface InfoAnswer extends InfoSections {
  readonly umid: Umid;
  /** 0 anonymous visitor, 1 identified customer. */
  readonly state: 0 | 1;
}

/** `json`, or `js`: an assignment to the variable `fcData`, for a script tag. */
export type OutputForm = 'json' | 'js';

/** The state as the answer spells it. */
export const stateDigit = (state: ProfileState): 0 | 1 => (state === 'customer' ? 1 : 0);

// `<` could end the script element, the two separators end a line in old engines. JSON has them in strings only.
const UNSAFE_IN_SCRIPT = /[<\u2028\u2029]/g;

/** The body of the answer; `js` is safe to run from any page (docs/behaviour.md#output). */
export const renderAnswer = (answer: InfoAnswer, out: OutputForm): string => {
  const json = JSON.stringify(answer);
  return out === 'json' ? json : `var fcData = ${json.replace(UNSAFE_IN_SCRIPT, escape)};`;
};

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
