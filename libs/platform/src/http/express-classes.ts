import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/**
 * Requests and responses that are born with the prototypes that Express would give them. V8 keeps what belongs to an object
 * whose prototype was changed together with what comes after it until the next large collection: a quarter of all that
 * requests leave behind, for a hundred times less where nothing has to be changed. The prototypes of the app become these.
 */
export const expressClasses = (app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> => {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
};
