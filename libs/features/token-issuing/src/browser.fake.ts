/** What a browser without scripts does at the pages: it keeps cookies, sends forms back and follows redirects. */
export interface Browser {
  open(path?: string): Promise<Response>;
  /** Fills in the form of the page that was opened last. */
  submit(fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Presses a button of the list: sends the form with that action. */
  press(action: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  cookie(): string | null;
}

const LOGIN = '/auth/offline-token';

export const createBrowser = (url: string, headers: Readonly<Record<string, string>> = {}): Browser => {
  let cookie: string | null = null;
  let csrf = '';

  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const sent = { ...headers, ...(cookie === null ? {} : { cookie }) };
    const response = await fetch(address, { ...init, headers: sent, redirect: 'manual' });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    csrf = /name="csrf" value="([^"]*)"/.exec(await response.clone().text())?.[1] ?? csrf;
    const location = response.headers.get('location');
    return location === null ? response : visit(new URL(location, address).href);
  };
  const post = (path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
    visit(url + path, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) });
  return {
    open: (path = LOGIN) => visit(url + path),
    submit: (fields) => post(LOGIN, fields),
    press: (action, fields = {}) => post(`/auth/tokens/${action}`, fields),
    cookie: () => cookie,
  };
};

/** The token as the page shows it, or null. */
export const offlineTokenIn = (page: string): string | null =>
  /id="offline-token"[^>]*>([^<]*)</.exec(page)?.[1] ?? null;

/** Opens the page, logs in, and takes the token. */
export const fetchOfflineToken = async (
  url: string,
  user: Readonly<Record<string, string>>,
): Promise<string> => {
  const browser = createBrowser(url);
  await browser.open();
  const token = offlineTokenIn(await (await browser.submit(user)).text());
  if (token === null) throw new Error('the page shows no token');
  return token;
};
