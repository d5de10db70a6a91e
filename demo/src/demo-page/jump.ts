import { byId } from './element.ts';

/** The button that leads to what stands behind the scenes is hidden while that is in view. */
export const hideJumpWhereItLeads = (): void => {
  new IntersectionObserver(([entry]) => {
    byId('jump').hidden = entry?.isIntersecting === true;
  }).observe(byId('behind'));
};
