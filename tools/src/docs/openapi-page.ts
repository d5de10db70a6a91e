import { openApiDocument } from '@kith/contracts';

/** docs/openapi.json: interface B as the edge serves it at `/openapi.json`, in lines that a person can read. */
export const openApiPage = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
