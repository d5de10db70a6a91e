/** A text with places for values, which stand in it as `{name}`. */
export type TextTemplate = readonly (string | { readonly value: string })[];

const PLACE = /\{([A-Za-z][A-Za-z0-9_.-]{0,63})\}/;

/** Reads a template; braces around anything but a name are text. */
export const readTemplate = (text: string): TextTemplate =>
  // A pattern with a group gives text and names by turns.
  text.split(PLACE).flatMap((part, index): TextTemplate => {
    if (index % 2 === 1) return [{ value: part }];
    return part === '' ? [] : [part];
  });

/** The names of the values that a template has places for. */
export const namesIn = (template: TextTemplate): readonly string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));

/** The text with values in their places. */
export const fillTemplate = (template: TextTemplate, valueOf: (name: string) => string): string =>
  template.map((part) => (typeof part === 'string' ? part : valueOf(part.value))).join('');
