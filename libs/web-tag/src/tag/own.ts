/*
 * Elements and frames that markup names like something else stand in front of it: before every member of the document,
 * and as globals that no script has made. Nothing is read of either but by what is here.
 */

/** A member of the document as the browser has it. */
export const ofDocument = (name: keyof Document | 'prerendering'): unknown =>
  Reflect.get(Document.prototype, name, document);

/** A global that a script has made; undefined where there is none. */
export const own = <Global>(name: string): Global | undefined =>
  Reflect.ownKeys(window).includes(name) ? (window as unknown as Record<string, Global>)[name] : undefined;
