import type { Draft, Fault } from './misbehaving-kith.fake.ts';

/** Changes what visits and resets are answered with. */
const onVisits =
  (change: (headers: Record<string, string | readonly string[]>) => void): Fault =>
  (draft) => {
    if (draft.status === 200 && 'Set-Cookie' in draft.headers) change(draft.headers);
  };

/** Changes the cookie that visits set. */
export const setCookie = (from: string | RegExp, to: string): Fault =>
  onVisits((headers) => {
    headers['Set-Cookie'] = [String(headers['Set-Cookie']).replace(from, to)];
  });

export const header = (name: string, value: string): Fault =>
  onVisits((headers) => {
    headers[name] = value;
  });

export const without = (name: string): Fault =>
  onVisits((headers) => {
    Reflect.deleteProperty(headers, name);
  });

export const status =
  (method: string, part: string, wanted: number): Fault =>
  (draft, arrived) => {
    if (arrived.method === method && arrived.path.includes(part)) draft.status = wanted;
  };

export function all(...faults: readonly Fault[]): Fault {
  return (draft, arrived) => faults.forEach((fault) => fault(draft, arrived));
}

export function lostOn(path: string): Fault {
  return (draft, arrived) => {
    if (arrived.path.includes(path)) without('Set-Cookie')(draft, arrived);
  };
}

export function noReset(...[draft, { path }]: Parameters<Fault>): void {
  if (path.includes('/reset')) draft.status = 404;
}

export function noTag(...[draft, { path }]: Parameters<Fault>): void {
  if (path.endsWith('/tag.js')) draft.status = 404;
}

/** As Kith does with `cookie.requires`, but for the part that is left out. */
export function patientCookie(leftOut = ''): Fault {
  return (draft, arrived) => {
    if (!arrived.path.includes('/reset')) return without('Set-Cookie')(draft, arrived);
    setCookie(/umdid=[^;]+; Max-Age=31536000/, 'umdid=; Max-Age=0')(draft, arrived);
    setCookie(leftOut, '')(draft, arrived);
  };
}

/** As Kith does with `bots: drop`. */
export function droppedBots(...[draft, arrived]: Parameters<Fault>): void {
  if (isNobody(arrived)) without('Set-Cookie')(draft, arrived);
}

export function isNobody({ headers }: Parameters<Fault>[1]): boolean {
  return headers.cookie === undefined;
}

/** Keeps by address what comes to GET, however it is asked not to. */
export function keepingCache(isKept: (arrived: Parameters<Fault>[1]) => boolean = () => true): Fault {
  const kept = new Map<string, Draft>();
  return (draft, arrived) => {
    if (arrived.method !== 'GET' || !isKept(arrived)) return;
    const before = kept.get(arrived.path);
    if (before !== undefined) Object.assign(draft, structuredClone(before));
    else if (draft.status === 200) kept.set(arrived.path, structuredClone(draft));
  };
}

export function withoutIds({ headers }: Draft): void {
  delete headers['X-Request-Id'];
}

/** What Kith refuses for its key it answers without one, to somebody whom the network identifies. */
export function withoutKeys(draft: Draft): void {
  if (draft.status !== 400) return;
  draft.status = 200;
  draft.body = JSON.stringify({ umid: '22222222-2222-4222-8222-222222222222', state: 1 });
}

/** A `Cross-Origin-Resource-Policy` that a proxy adds. */
export function policy(part: string, value: string): Fault {
  return (draft, { path }) => {
    if (path.includes(part)) draft.headers['Cross-Origin-Resource-Policy'] = value;
  };
}

export function uncompressedTag(): Fault {
  return (draft) => {
    delete draft.headers['Content-Encoding'];
  };
}

export function openedGuard(): Fault {
  return (draft, { headers }) => {
    if (draft.status === 403 && headers.origin !== undefined) draft.status = 200;
  };
}

export function forgottenVisitor(): Fault {
  return (draft) => {
    if (draft.body.startsWith('var ')) draft.body = draft.body.replace('2222', '3333');
  };
}
