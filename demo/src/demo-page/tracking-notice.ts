import { byId } from './element.ts';
import { trackingWords, type Tracking } from './tracking-words.ts';

/** `navigator` of a browser that knows Global Privacy Control. */
interface AskingNavigator {
  readonly globalPrivacyControl?: boolean;
}

/** Tells beside the shop whether anything is tracked; it is read out when it changes. */
export const showTracking = (tracking: Omit<Tracking, 'isForbidden'>): void => {
  const isForbidden = (navigator as AskingNavigator).globalPrivacyControl === true;
  const words = trackingWords({ ...tracking, isForbidden });
  if (byId('tracking').textContent !== words) byId('tracking').textContent = words;
};
