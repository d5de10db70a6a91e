import { component } from './component.ts';
import { parameters } from './parameters.ts';

const answers = {
  '200': component('responses', 'Info'),
  '400': component('responses', 'BadRequest'),
  '401': component('responses', 'Unauthorized'),
  '403': component('responses', 'Forbidden'),
  '404': component('responses', 'NotFound'),
  '413': component('responses', 'PayloadTooLarge'),
  '429': component('responses', 'TooManyRequests'),
  '500': component('responses', 'InternalServerError'),
  '503': component('responses', 'ServiceUnavailable'),
};

const infoParameters = Object.keys(parameters).map((name) => component('parameters', name));
const resetParameters = [
  'pipeline',
  'out',
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions',
].map((name) => component('parameters', name));

const bodyOf = (schema: object, description: string) => ({
  description,
  content: { 'application/json': { schema }, 'text/plain': { schema } },
});

/** The paths of interface B. */
export const paths = {
  '/op/{pipeline}/info': {
    get: {
      operationId: 'info',
      summary: 'Recognise the visitor and read the profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: infoParameters,
      responses: answers,
    },
    post: {
      operationId: 'track',
      summary: 'Recognise the visitor, take tracking data and consent, and read the profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: infoParameters,
      requestBody: bodyOf(component('schemas', 'InfoBody'), 'Every member is optional, and so is the body.'),
      responses: answers,
    },
  },
  '/op/{pipeline}/reset': {
    post: {
      operationId: 'reset',
      summary: 'Give the browser a fresh umdid and visitor; the old device keeps its profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: resetParameters,
      requestBody: bodyOf(component('schemas', 'ResetBody'), 'Empty.'),
      responses: answers,
    },
  },
} as const;
