import { listen, type TestServer } from './listen.ts';

/** A website of one page; the page is asked for when it is served. */
export const servePage = (page: () => string): Promise<TestServer> =>
  listen((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page());
  });
