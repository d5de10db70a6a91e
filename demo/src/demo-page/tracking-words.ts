/** The permission that the tag of the demo waits for. */
export const MEASURING = 'CS-OPT';

/** What decides whether the visitor is tracked. */
export interface Tracking {
  /** What the visitor has decided; undefined: nothing yet. */
  readonly allowed: boolean | undefined;
  /** Kith keeps what the tag sends: not of a profile of another person, who has allowed nothing yet. */
  readonly isKept: boolean;
  /** The browser sends Global Privacy Control. */
  readonly isForbidden: boolean;
  /** The shop knows by a login who the visitor is. */
  readonly isLoggedIn: boolean;
}

const FORBIDDEN =
  'Your browser forbids tracking (Global Privacy Control): the tag sends no page views and no actions, whatever you choose here.';

const OF_ANOTHER =
  'The profile shown here has not allowed it: Kith keeps no page views and no actions of it.';

/** Whether anything is tracked at this moment, and why. */
export const trackingWords = ({ allowed, isKept, isForbidden, isLoggedIn }: Tracking): string =>
  [
    ...(isForbidden ? [FORBIDDEN] : []),
    choiceWords(allowed, isForbidden),
    ...(isKept ? [] : [OF_ANOTHER]),
    ...(isLoggedIn && allowed !== true ? ['The shop knows who is logged in; Kith is not told.'] : []),
  ].join(' ');

const choiceWords = (allowed: boolean | undefined, isForbidden: boolean): string => {
  switch (allowed) {
    case undefined:
      return `Nothing is tracked: the tag waits for your choice about ${MEASURING}, and sends nothing before it.`;
    case false:
      return `Nothing is tracked: you have declined ${MEASURING}. Your choices are all that is sent.`;
    case true:
      return isForbidden
        ? `You allow ${MEASURING}: logins are sent.`
        : `You allow ${MEASURING}: page views, actions and logins are sent.`;
  }
};
