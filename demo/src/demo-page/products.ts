/** Something that the shop would sell. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  /** In cents. */
  readonly price: number;
  readonly line: string;
  readonly text: string;
  /** Colour of the tea in the cup. */
  readonly colour: string;
}

export const CATEGORIES = ['Green', 'Black', 'Herbal'] as const;
export type Category = (typeof CATEGORIES)[number];

const product = (
  id: string,
  name: string,
  category: Category,
  price: number,
  colour: string,
  line: string,
  text: string,
): Product => ({ id, name, category, price, colour, line, text });

/** Everything that the shop has. */
export const PRODUCTS: readonly Product[] = [
  product(
    'sencha',
    'Spring Sencha',
    'Green',
    1290,
    '#b9c566',
    'Fresh, grassy, a little sweet',
    'The first pluck of the year, steamed within the hour. Brew it at 70 degrees for a minute and a half.',
  ),
  product(
    'gunpowder',
    'Gunpowder',
    'Green',
    990,
    '#a8a252',
    'Rolled leaves with a trace of smoke',
    'Small pearls that open slowly. Good for three infusions, each milder than the one before.',
  ),
  product(
    'assam',
    'Assam Orangajuli',
    'Black',
    1150,
    '#9a4a1e',
    'Malty and strong, made for milk',
    'From the south bank of the river. Three minutes bring out the malt, five the strength.',
  ),
  product(
    'earl',
    'Earl of Fernhill',
    'Black',
    1350,
    '#a8602c',
    'Black tea with oil of bergamot',
    'A Ceylon with real bergamot in it, and nothing else. Best without milk.',
  ),
  product(
    'verbena',
    'Lemon Verbena',
    'Herbal',
    890,
    '#d9c65a',
    'Whole leaves, clear and bright',
    'Dried in the shade so that the scent stays. No caffeine, at any hour.',
  ),
  product(
    'rooibos',
    'Rooibos & Orange',
    'Herbal',
    940,
    '#b5562b',
    'Warm, with peel of bitter orange',
    'Long-cut rooibos, which never turns bitter, however long it steeps.',
  ),
];

/** The product of that id. */
export const productOf = (id: string): Product | undefined => PRODUCTS.find((one) => one.id === id);

/** An amount in cents as a price. */
export const priceText = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`;
