import type { IncomingHttpHeaders } from 'node:http';

/** A `Set-Cookie` header in parts; names of attributes in lower case, `''` for one without a value. */
export interface SetCookie {
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const NAME = 'umdid=';

/** The `umdid` cookies that an answer sets. */
export const umdidCookiesOf = ({ 'set-cookie': lines = [] }: IncomingHttpHeaders): readonly SetCookie[] =>
  lines.filter((line) => line.startsWith(NAME)).map(parseSetCookie);

const parseSetCookie = (line: string): SetCookie => {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  return { value: pair.slice(NAME.length), attributes: new Map(attributes.map(parseAttribute)) };
};

const parseAttribute = (text: string): readonly [string, string] => {
  const [name = '', ...value] = text.split('=');
  return [name.toLowerCase(), value.join('=')];
};

/** What a browser sends back: `umdid=...`; null where none was set. */
export const umdidPairOf = (headers: IncomingHttpHeaders): string | null => {
  const [cookie] = umdidCookiesOf(headers);
  return cookie === undefined ? null : `${NAME}${cookie.value}`;
};
