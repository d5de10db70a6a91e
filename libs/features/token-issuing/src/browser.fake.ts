/** What a browser without scripts does at the page: it keeps cookies and sends the form back. */
export interface Browser {
  open(): Promise<Response>;
  /** Fills in the form of the page that was opened last. */
  submit(fields: Readonly<Record<string, string>>): Promise<Response>;
  cookie(): string | null;
}

export const createBrowser = (url: string, headers: Readonly<Record<string, string>> = {}): Browser => {
  const address = `${url}/auth/offline-token`;
  let cookie: string | null = null;
  let csrf = '';

  const visit = async (init: RequestInit): Promise<Response> => {
    const sent = { ...headers, ...(cookie === null ? {} : { cookie }) };
    const response = await fetch(address, { ...init, headers: sent });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    csrf = /name="csrf" value="([^"]*)"/.exec(await response.clone().text())?.[1] ?? csrf;
    return response;
  };
  return {
    open: () => visit({}),
    submit: (fields) => visit({ method: 'POST', body: new URLSearchParams({ csrf, ...fields }) }),
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
