import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from './openapi-document.ts';

describe('the OpenAPI document', () => {
  test('is one of version 3.1 by its own schema', async () => {
    const validator = new Validator();
    // Copied, as the validator resolves references in place.
    const document = JSON.parse(JSON.stringify(openApiDocument())) as Record<string, unknown>;
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('points only to parts that it has', () => {
    const text = JSON.stringify(openApiDocument());
    const document = JSON.parse(text) as Record<string, unknown>;
    const pointers = Array.from(text.matchAll(/"\$ref":"#\/([^"]+)"/g), ([, pointer = '']) => pointer);
    expect(pointers.length).toBeGreaterThan(20);
    for (const pointer of pointers) expect(at(document, pointer.split('/'))).toBeDefined();
  });

  test('has the version of the product', () => {
    const root = new URL('../../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(root, 'utf8')) as { readonly version: string };
    expect(openApiDocument()).toMatchObject({ info: { version } });
  });

  test('lets an answer have the fields of the specification and no others', () => {
    expect(openApiDocument()).toMatchObject({
      components: {
        schemas: {
          InfoAnswer: { required: ['umid', 'state'], additionalProperties: false },
          InfoBody: { additionalProperties: { type: 'string' } },
          Problem: { required: ['type', 'title', 'status', 'code'] },
        },
      },
    });
  });
});

const at = (value: unknown, [step, ...rest]: readonly string[]): unknown =>
  step === undefined ? value : at((value as Readonly<Record<string, unknown>> | undefined)?.[step], rest);
