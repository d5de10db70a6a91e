import type { Front } from '@kith/platform';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

/** An Express app that listens before its routes are known: requests that come earlier wait for them. */
export interface WaitingApp {
  readonly app: Express;
  /** Adds the routes and lets the waiting requests through. To be called once. */
  mount(...handlers: (RequestHandler | ErrorRequestHandler)[]): void;
}

/** A front that listens before it is known what it answers: requests that come earlier wait for that. */
export interface WaitingFront {
  readonly front: Front;
  /** Says what it answers. To be called once. */
  mount(front: Front): void;
}

export const createWaitingFront = (paths: Pick<Front, 'prefix' | 'takes'>): WaitingFront => {
  let mount: (front: Front) => void = () => undefined;
  const mounted = new Promise<Front>((resolve) => (mount = resolve));
  return { front: { ...paths, handle: async (exchange) => (await mounted).handle(exchange) }, mount };
};

/** The issuer of the tokens names the port, and with `PORT=0` the system chooses it: so it must listen first. */
export const createWaitingApp = (): WaitingApp => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const app = express().disable('x-powered-by');
  app.use((_request, _response, next) => {
    void opened.then(() => next());
  });
  return {
    app,
    mount: (...handlers) => {
      app.use(...(handlers as RequestHandler[]));
      open();
    },
  };
};
