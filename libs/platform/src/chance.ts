/** Draws a UUID of version 4. What is drawn is an argument of a use case, as the time is: compositions give it. */
export type NewId = () => string;

/** Draws so many bytes that nobody can foresee. */
export type RandomBytes = (size: number) => Buffer;
