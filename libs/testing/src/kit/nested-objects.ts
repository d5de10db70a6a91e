/** An object in an object, and so on, so many levels deep. */
export const nestedObjects = (depth: number): object => {
  let value = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
};
