/** About 100 random bits: ids and keys are told apart within one device. */
export const newId = (): string => `${Math.random()}${Math.random()}`;
