/** What a source may have at the most. A test is one long `describe`, so the length of its functions is not asked. */
export const LIMITS = {
  'max-lines': ['error', 350],
  'max-params': ['error', 4],
  complexity: ['error', 12],
};
export const FUNCTION_LIMITS = { 'max-lines-per-function': ['error', 60] };
