/** Values that stores have been known to change, lose or choke on; each must come back as it went in. */
export const ODD_TEXTS: readonly string[] = [
  '😀'.repeat(512),
  '__proto__',
  'constructor',
  '$where',
  '$',
  'a.b',
  '.',
  'with\u0000nul',
  '\u0000',
  ' ',
  '"quoted"\\',
  'line\nbreak\u2028',
  '%00',
  'İı',
  '\uffff',
];

/** An object with an own member of each odd name, `__proto__` among them. */
export const withOddMembers = <T>(value: T): Record<string, T> => {
  const pairs = ODD_TEXTS.map((name) => [name, value] as const);
  return Object.fromEntries(pairs);
};
