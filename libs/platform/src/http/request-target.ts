/** Path and query of a request, both as they came. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Servers must take the absolute form that proxies send too (RFC 9112 section 3.2.2). */
const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(AUTHORITY, '');
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest;
};

/** The parts of a request line's target. */
export const requestTarget = (target: string): RequestTarget => {
  const text = originForm(target);
  const mark = text.indexOf('?');
  return mark < 0 ? { path: text, query: '' } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
};
