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

/** Everything that the shop has. */
export const PRODUCTS: readonly Product[] = [
  {
    id: 'sencha',
    name: 'Spring Sencha',
    category: 'Green',
    price: 1290,
    colour: '#b9c566',
    line: 'Fresh, grassy, a little sweet',
    text: 'The first pluck of the year, steamed within the hour. Brew it at 70 degrees for a minute and a half.',
  },
  {
    id: 'gunpowder',
    name: 'Gunpowder',
    category: 'Green',
    price: 990,
    colour: '#a8a252',
    line: 'Rolled leaves with a trace of smoke',
    text: 'Small pearls that open slowly. Good for three infusions, each milder than the one before.',
  },
  {
    id: 'assam',
    name: 'Assam Orangajuli',
    category: 'Black',
    price: 1150,
    colour: '#9a4a1e',
    line: 'Malty and strong, made for milk',
    text: 'From the south bank of the river. Three minutes bring out the malt, five the strength.',
  },
  {
    id: 'earl',
    name: 'Earl of Fernhill',
    category: 'Black',
    price: 1350,
    colour: '#a8602c',
    line: 'Black tea with oil of bergamot',
    text: 'A Ceylon with real bergamot in it, and nothing else. Best without milk.',
  },
  {
    id: 'verbena',
    name: 'Lemon Verbena',
    category: 'Herbal',
    price: 890,
    colour: '#d9c65a',
    line: 'Whole leaves, clear and bright',
    text: 'Dried in the shade so that the scent stays. No caffeine, at any hour.',
  },
  {
    id: 'rooibos',
    name: 'Rooibos & Orange',
    category: 'Herbal',
    price: 940,
    colour: '#b5562b',
    line: 'Warm, with peel of bitter orange',
    text: 'Long-cut rooibos, which never turns bitter, however long it steeps.',
  },
];

/** The product of that id. */
export const productOf = (id: string): Product | undefined => PRODUCTS.find((one) => one.id === id);

/** An amount in cents as a price. */
export const priceText = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`;
