import type { Deadline } from './scope.ts';

/** A call to a system outside. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute; its host must be one that the configuration names. */
  readonly url: string;
  /** Names in lower case. Secrets among them reach no log. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Only status and headers of the answer count: whatever its body is, it is not waited for, and is given as ''. */
  readonly ignoresBody?: boolean;
}

/**
 * What came of it: an answer of any status (redirects are answers, nobody follows them), or why there is none.
 * `refused`: the call was never made, because the host is not configured or its address is private;
 * `tooLong`: no whole answer in time; `tooLarge`: the answer is beyond the limit; `unreachable`: all else.
 */
export type OutgoingOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | {
      readonly kind: 'failed';
      readonly why: 'refused' | 'unreachable' | 'tooLong' | 'tooLarge';
      /** A sentence for an operator, without secrets. */
      readonly detail: string;
    };

/** Calls to configured systems outside, and never a way in: bounded in time and size, to no address but theirs. */
export interface OutgoingHttp {
  /** Never throws. */
  call(deadline: Deadline, call: OutgoingCall): Promise<OutgoingOutcome>;
}
