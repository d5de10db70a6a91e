import { malformedBody } from '../errors/problem.ts';

/** What the text of a body says; a 400 `Problem` about the whole of it where it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody('not JSON');
  }
};
