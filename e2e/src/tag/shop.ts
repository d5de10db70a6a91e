import { randomBytes } from 'node:crypto';
import { listen, type TestServer } from '../kit/listen.ts';

/** As `docs/website.md` has it. */
export const SNIPPET =
  "window.kith=Object.getOwnPropertyDescriptor(window,'kith')?window.kith:function(){var c=arguments;return new Promise(function(d){(kith.q=kith.q||[]).push([d,c])})};";

const page = (nonce: string, pipeline: string, path: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Shop ${path}</title>
    <link rel="icon" href="data:," />
    <script nonce="${nonce}">
      window.dataLayer = window.dataLayer || [];
      function gtag() { dataLayer.push(arguments); }
      dataLayer.push({ event: 'add_to_cart', ecommerce: { currency: 'EUR', value: '24.50', items: [{ item_id: 'TEA-1' }] } });
      ${SNIPPET}
      kith('page');
    </script>
    <script nonce="${nonce}" async src="https://id.example.com/op/${pipeline}/tag.js"></script>
  </head>
  <body>
    <h1>Shop</h1>
  </body>
</html>`;

/**
 * A website with a strict policy whose pages have the snippet of the web tag. Serves `/{pipeline}/{anything}`: the same
 * page, with the tag of that pipeline. Other pages, by their paths, have no policy.
 */
export const openShop = (others: ReadonlyMap<string, string>): Promise<TestServer> =>
  listen((request, response) => {
    const nonce = randomBytes(16).toString('base64');
    const path = request.url ?? '/';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const other = others.get(path);
    if (other !== undefined) return response.end(other);
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; connect-src https://id.example.com; img-src data:; base-uri 'none'; require-trusted-types-for 'script'`,
    );
    return response.end(page(nonce, path.split('/')[1] ?? '', path));
  });
