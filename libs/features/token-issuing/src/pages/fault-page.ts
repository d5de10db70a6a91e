import { markup } from './markup.ts';
import { page } from './page.ts';

/** Says that there is too much to do, and when to come again. */
export const overloadPage = (seconds: number): string =>
  page({
    title: 'Busy',
    body: markup`<h1>Too many people are here</h1>
      <p role="alert">Kith could not answer in time. Please try again in ${String(seconds)} seconds.</p>
      <p><a href="?">Try again</a></p>`,
  });

/** Says that something went wrong here, and by which request id it can be found. */
export const faultPage = (requestId: string): string =>
  page({
    title: 'Error',
    body: markup`<h1>Something went wrong</h1>
      <p role="alert">Kith could not answer. Please try again in a moment.</p>
      <p class="quiet">Request <code>${requestId}</code></p>
      <p><a href="?">Try again</a></p>`,
  });
