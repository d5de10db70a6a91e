import type { AccountRules } from '../pipeline/account-rules.ts';

/** Of each segment that was asked about, whether it holds; null where nobody can say. */
export type SegmentAnswers = ReadonlyMap<string, boolean | null>;

/** All segments as the info answer shows them among the attributes: 'true', 'false', and '' where nobody can say. */
export const segmentTexts = (
  { segments }: Pick<AccountRules, 'segments'>,
  answers: SegmentAnswers,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(segments.keys(), (name) => [name, String(answers.get(name) ?? '')]));
