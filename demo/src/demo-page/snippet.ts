/** A call that waits for the tag: who asked, and what. */
type WaitingCall = readonly [answer: (value: unknown) => void, call: readonly unknown[]];

interface Queue {
  (...call: readonly unknown[]): Promise<unknown>;
  q?: WaitingCall[];
}

/** The queue of the website's snippet (docs/website.md), as a file: the policy of this page takes no inline script. */
const queue: Queue = (...call) => new Promise((answer) => (queue.q ??= []).push([answer, call]));

const page = window as unknown as { kith?: Queue };
page.kith ??= queue;
