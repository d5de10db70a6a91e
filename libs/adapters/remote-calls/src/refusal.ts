/** Why the app refused: a problem answer (RFC 9457) says what is wrong, anything else has a status at least. */
export const refusal = (status: number | undefined, text: string): string => {
  const detail = detailOf(text);
  return `answered with status ${status ?? 0}${detail === null ? '' : `: ${detail}`}`;
};

const detailOf = (text: string): string | null => {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return null;
    return typeof problem.detail === 'string' ? problem.detail : null;
  } catch {
    return null;
  }
};
