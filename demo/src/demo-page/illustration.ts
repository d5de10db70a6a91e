const SVG = 'http://www.w3.org/2000/svg';

const shape = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const STEAM = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2.5',
  'stroke-linecap': 'round',
  opacity: '.3',
};

/** A cup of tea of that colour; it says nothing that the text beside it does not. */
export const cupOf = (colour: string): SVGElement => {
  const picture = shape('svg', { viewBox: '0 0 160 110', 'aria-hidden': 'true', class: 'cup' });
  picture.append(
    shape('ellipse', { cx: '78', cy: '97', rx: '50', ry: '7', fill: 'currentColor', opacity: '.12' }),
    shape('path', { d: 'M112 56c22-6 26 22-8 24', fill: 'none', stroke: '#fff', 'stroke-width': '7' }),
    shape('path', { d: 'M40 48h76c0 28-12 46-38 46S40 76 40 48Z', fill: '#fff' }),
    shape('ellipse', { cx: '78', cy: '48', rx: '38', ry: '9', fill: '#fff' }),
    shape('ellipse', { cx: '78', cy: '49', rx: '33', ry: '6.5', fill: colour }),
    shape('path', { d: 'M66 34c-6-8 6-10 0-19M86 34c-6-8 6-10 0-19', ...STEAM }),
  );
  return picture;
};
