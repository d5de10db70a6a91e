import {
  trackingRequirements,
  type ConsentManagerRules,
  type ShownNotification,
  type TagRules,
} from '@kith/domain/pipeline';
import type { PipelineDocument } from './pipeline-schema.ts';
import type { ConsentManagerDocument } from './tag-schema.ts';

type TagDocument = Exclude<PipelineDocument['tag'], false | undefined>;

/** The web tag's rules; null where the pipeline has none: it is switched off, or for servers. */
export const compileTag = (pipeline: PipelineDocument): TagRules | null => {
  const { tag, cookie, access } = pipeline;
  if (tag === false || cookie === false || access !== undefined) return null;
  const given: Partial<TagDocument> = tag ?? {};
  return {
    requires: requirementsOf(pipeline, given.requires),
    dataLayer: given.dataLayer ?? [],
    followsNavigation: given.spa ?? true,
    sections: given.sections ?? [],
    respectsGlobalPrivacyControl: given.globalPrivacyControl !== 'ignore',
    endpoint: given.endpoint ?? null,
    consentManager: given.consentManager === undefined ? null : compileManager(given.consentManager),
  };
};

const requirementsOf = (
  { cookie, tracking }: PipelineDocument,
  requires: string | false | undefined,
): readonly string[] => {
  if (requires === false) return [];
  if (requires !== undefined) return [requires];
  const waiting = cookie === false ? null : { ...cookie, requires: cookie.requires ?? null };
  return trackingRequirements({ cookie: waiting, trackingRequires: tracking.requires ?? null });
};

const compileManager = (document: ConsentManagerDocument): ConsentManagerRules => {
  const { tcf = {}, googleConsentMode, oneTrust, usercentrics } = document;
  const shown = shownOf(document);
  if (googleConsentMode !== undefined) {
    return { kind: 'googleConsentMode', permissions: new Map(Object.entries(googleConsentMode)), shown };
  }
  if (oneTrust !== undefined)
    return { kind: 'oneTrust', permissions: new Map(Object.entries(oneTrust)), shown };
  if (usercentrics !== undefined) {
    return { kind: 'usercentrics', permissions: new Map(Object.entries(usercentrics)), shown };
  }
  const permissions = Object.entries(tcf).map(
    ([name, { purposes, vendors }]) =>
      [name, [...purposes.map((number) => `p${number}`), ...vendors.map((number) => `v${number}`)]] as const,
  );
  return { kind: 'tcf', permissions: new Map(permissions), shown };
};

const shownOf = ({ notification, version, uxvariant }: ConsentManagerDocument): ShownNotification | null =>
  notification === undefined
    ? null
    : { notification, version: version ?? null, uxvariant: uxvariant ?? null };
