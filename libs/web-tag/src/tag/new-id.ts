/** 128 random bits; `randomUUID` is there only on pages with TLS. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
