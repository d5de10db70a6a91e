/** Something to wait for that a test lets happen. */
export interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

export const createGate = (): Gate => {
  const opening: (() => void)[] = [];
  const passed = new Promise<void>((resolve) => opening.push(resolve));
  return { passed, open: () => opening.forEach((open) => open()) };
};
