import type { SentDetail } from './sent-detail.ts';

/** A request as the timeline tells it. */
export interface ToldRequest {
  /** What it is about, a few words each; none where it only asks for the profile. */
  readonly titles: readonly string[];
  /** Why no rule decides, where none does. */
  readonly undecided: string;
  /** It can change who the visitor is, or what they consent to: then a rule decides. */
  readonly isDecided: boolean;
  readonly address: string;
  readonly body: string | null;
}

/** Parameters of the endpoint that are no identifiers. */
const OWN_PARAMETERS = [
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions',
  'out',
  'umdid',
];

const UNCHANGED = 'No rule is needed: this changes neither who the visitor is nor what they consent to.';
const FRESH =
  'No rule is needed: the browser is a fresh device from now on, and the old one keeps its profile.';

interface Body {
  readonly data?: readonly DataElement[];
  readonly permission?: Readonly<Record<string, boolean>>;
}

interface DataElement {
  readonly page?: { readonly name?: string };
  readonly action?: readonly { readonly name?: string; readonly action?: string; readonly label?: string }[];
  readonly permission?: Readonly<Record<string, boolean>>;
}

/** What a request of the tag is about. */
export const tellRequest = ({ url, body }: SentDetail): ToldRequest => {
  const { pathname, search, searchParams } = new URL(url, location.href);
  const { data = [], permission = {}, ...others } = Object(body) as Body;
  const identifiers = [
    ...[...searchParams].filter(([name]) => !OWN_PARAMETERS.includes(name)),
    ...Object.entries(others).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ];
  const granted = Object.entries(
    Object.assign({}, ...data.map((one) => one.permission), permission) as object,
  );
  const isReset = pathname.endsWith('/reset');
  const titles = [
    ...(isReset ? ['Logout: a fresh device'] : []),
    ...identifiers.map(([name, value]) => `Login: ${name} ${value}`),
    ...(granted.length > 0 ? [`Consent: ${granted.map(consentWords).join(', ')}`] : []),
    ...data.flatMap(elementTitles),
  ];
  return {
    titles,
    undecided: isReset ? FRESH : UNCHANGED,
    isDecided: identifiers.length + granted.length > 0,
    address: pathname + search,
    body: body === undefined || body === null ? null : JSON.stringify(body, null, 2),
  };
};

const consentWords = ([name, granted]: readonly [string, unknown]): string =>
  `${name} ${granted === true ? 'yes' : 'no'}`;

const elementTitles = ({ page, action = [] }: DataElement): readonly string[] => [
  ...(page === undefined ? [] : [`Page view: ${page.name ?? 'without a name'}`]),
  ...action.map(
    ({ name = '', action: what = '', label = '' }) => `Action: ${[name, what, label].join(' ').trim()}`,
  ),
];
