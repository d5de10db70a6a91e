/** A pointer to a reusable part of the OpenAPI document. */
export const component = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
