import { kith, type Profile } from './tag-globals.ts';

/** A decision about a request of this browser. */
export interface Decision {
  readonly number: number;
  readonly row: string;
  readonly sentence: string;
  readonly changes: readonly string[];
}

const SECTIONS = {
  attributes: true,
  identifiers: true,
  nbidentifiers: true,
  notifications: true,
  permissions: true,
};

/**
 * Asks for the profile of this browser's visitor, as any page of the site may, by the tag: it sends one request after the
 * other, so that no answer from before a logout brings the old cookie back. The answer comes by `kith:answer`.
 */
export const lookAtProfile = (): void => void kith('info', SECTIONS);

/** Whether an answer is one to `lookAtProfile`. */
export const isWhole = (answer: Profile): boolean =>
  answer.permissions !== undefined && answer.attributes !== undefined;

/** What was decided about this browser's requests; asking begins the watch. */
export const readDecisions = async (): Promise<readonly Decision[]> => {
  try {
    const answer = await fetch('demo/decisions');
    return answer.ok ? ((await answer.json()) as { readonly decisions: readonly Decision[] }).decisions : [];
  } catch {
    return [];
  }
};
