import type { ComputedRule } from '@kith/domain/pipeline';
import type { TrackedEvent } from '@kith/domain/tracking';

const DAY = 24 * 3_600_000;

/** What a rule over the member `value` comes to, as a person would find it in the events; windows are of whole days. */
export const recountPlainly = (rule: ComputedRule, all: readonly TrackedEvent[], now: number): string => {
  const { windowMs } = rule;
  const firstDay = windowMs === undefined ? -Infinity : Math.floor(now / DAY) - windowMs / DAY + 1;
  const own = all
    .filter(({ type, time }) => type === rule.of && Math.floor(time / DAY) >= firstDay)
    .toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  const values = own.map(({ properties }) => Number(properties['value']));
  if (own.length === 0) return '';
  switch (rule.kind) {
    case 'count':
      return String(own.length);
    case 'sum':
      return String(values.reduce((sum, value) => sum + Math.round(value * 10), 0) / 10);
    case 'latest':
      return String(values.at(-1));
    case 'first':
      return String(values[0]);
    case 'top':
      return mostOf(values.map(String));
    case 'distinct':
      return String(new Set(values).size);
  }
};

const mostOf = (values: readonly string[]): string => {
  const often = (value: string): number => values.filter((one) => one === value).length;
  return values.toSorted((a, b) => often(b) - often(a) || (a < b ? -1 : 1))[0] ?? '';
};
