/** What `kith:sent` tells: a request as it goes out, at each attempt. */
export interface SentDetail {
  readonly url: string;
  readonly body?: unknown;
  readonly by: string;
}
