import type { Reply } from './ask.ts';

/** A `Set-Cookie` header in parts; names of attributes in lower case, `''` for one without a value. */
export interface SetCookie {
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const NAME = 'umdid=';

/** The `umdid` cookies that an answer sets, or takes away; none where there is no answer. */
export const umdidCookiesOf = (reply: Reply | null): readonly SetCookie[] => {
  const lines = reply?.kind === 'answered' ? (reply.headers['set-cookie'] ?? []) : [];
  return lines.filter((line) => line.startsWith(NAME)).map(parseSetCookie);
};

const parseSetCookie = (line: string): SetCookie => {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  return { value: pair.slice(NAME.length), attributes: new Map(attributes.map(parseAttribute)) };
};

const parseAttribute = (text: string): readonly [string, string] => {
  const [name = '', ...value] = text.split('=');
  return [name.toLowerCase(), value.join('=')];
};

/** Whether a cookie makes the browser forget the one that it has. */
export const isTakenAway = ({ value, attributes }: SetCookie): boolean =>
  value === '' && attributes.get('max-age') === '0';

/** What a browser sends back: `umdid=...`; null where none was set. */
export const umdidPairOf = (reply: Reply | null): string | null => {
  const [cookie] = umdidCookiesOf(reply);
  return cookie === undefined || isTakenAway(cookie) ? null : `${NAME}${cookie.value}`;
};
