/** Whether a value has at most `most` values within it, itself and all that is nested counted; looks no further than that. */
export const isWithin = (value: unknown, most: number): boolean => leftOf(value, most) >= 0;

/** How many may still come; negative where there were too many. */
const leftOf = (value: unknown, most: number): number => {
  let left = most - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const member of Object.values(value)) {
    if (left < 0) return left;
    left = leftOf(member, left);
  }
  return left;
};
