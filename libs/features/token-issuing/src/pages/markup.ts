/** Markup that is safe to send; everything that came in as text has been escaped. */
export interface Html {
  readonly markup: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** A template that escapes every text put into it, in elements and in quoted attributes alike. */
export const markup = (texts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  markup: texts.reduce((before, text, index) => before + asMarkup(values[index - 1] ?? '') + text),
});

/** Markup of our own making: never anything from outside. */
export const trusted = (markup: string): Html => ({ markup });

/** One after the other. */
export const joined = (parts: readonly Html[]): Html => ({
  markup: parts.map(({ markup: part }) => part).join(''),
});

const asMarkup = (value: string | Html): string => (typeof value === 'string' ? escape(value) : value.markup);
