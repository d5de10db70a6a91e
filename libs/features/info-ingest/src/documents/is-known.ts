/** Whether a caller has this content: its tag, weak or strong, is one of a list, or any will do (RFC 9110 section 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
