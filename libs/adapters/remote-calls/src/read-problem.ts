/** What a problem answer says of why it is none of success, as far as it says it. */
export interface ReadProblem {
  readonly code?: string;
  readonly detail?: string;
}

/** Reads a problem answer (RFC 9457); nothing where it is none. Its code may be one that only a newer app knows. */
export const readProblem = (text: string): ReadProblem => {
  const { code, detail } = parsed(text);
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
};

const parsed = (text: string): { readonly code?: unknown; readonly detail?: unknown } => {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
};
