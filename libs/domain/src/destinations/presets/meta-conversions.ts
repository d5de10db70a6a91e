import { REMOVAL_TYPE, type DeliveryContent } from '../delivery-content.ts';
import type { MetaConversionsRule } from '../destination-rules.ts';
import { hashedValues, normalEmail, phoneInDigits, type Sha256 } from './hashed-values.ts';

/** Older ones make Meta refuse the whole request. */
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;

const EVENT_PREFIX = 'kith.tracking.';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What an action is called there, or a page view, or else what happened here. */
const eventName = ({ type, data }: DeliveryContent): string => {
  if (type === `${EVENT_PREFIX}page`) return 'PageView';
  return textOf(data['action']) ?? textOf(data['name']) ?? type;
};

const list = (member: string, values: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  values.length === 0 ? {} : { [member]: values };

const trimmed = (value: string): string => value.trim();

const userData = (content: DeliveryContent, rule: MetaConversionsRule, sha256: Sha256) => ({
  ...list('em', hashedValues(content, rule.email, normalEmail, sha256)),
  ...list('ph', hashedValues(content, rule.phone, phoneInDigits, sha256)),
  ...list('external_id', hashedValues(content, rule.externalId, trimmed, sha256)),
});

const sourceUrl = ({ data }: DeliveryContent): Readonly<Record<string, string>> => {
  const url = textOf(data['url']);
  return url !== null && /^https?:\/\//.test(url) ? { event_source_url: url } : {};
};

/**
 * A server event in the form of Meta's Conversions API. null where the API has no form for it: it knows no removal, takes
 * nothing without something to find the person by, and nothing that is older than seven days at `now`.
 */
export const metaConversions = (
  content: DeliveryContent,
  rule: MetaConversionsRule,
  sha256: Sha256,
  now: number,
): Readonly<Record<string, unknown>> | null => {
  const user = userData(content, rule, sha256);
  if (content.type === REMOVAL_TYPE || Object.keys(user).length === 0) return null;
  if (now - content.at > OLDEST_MS) return null;
  const event = {
    event_name: eventName(content),
    event_time: Math.floor(content.at / 1000),
    event_id: content.id,
    action_source: rule.actionSource,
    ...sourceUrl(content),
    user_data: user,
    custom_data: content.data,
  };
  return { data: [event], ...(rule.testEventCode === null ? {} : { test_event_code: rule.testEventCode }) };
};
