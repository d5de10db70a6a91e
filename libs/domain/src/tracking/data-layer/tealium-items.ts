import { lift, number, text } from './lift.ts';
import { without, type Members } from './members.ts';

const ITEM = {
  item_id: text('product_id', 'product_sku'),
  item_name: text('product_name'),
  item_brand: text('product_brand'),
  item_category: text('product_category'),
  item_variant: text('product_variant'),
  price: number('product_price', 'product_unit_price'),
  quantity: number('product_quantity'),
  discount: number('product_discount', 'product_discount_amount'),
  coupon: text('product_coupon', 'product_promo_code'),
};

/**
 * Makes items of the parallel lists `product_id`, `product_name`, ... . Where the lists are not of one length, nobody
 * can say what belongs together, and they stay as they came.
 */
export const withItems = (data: Members): Members => {
  const columns = Object.entries(data).filter(
    (entry): entry is [string, readonly unknown[]] =>
      entry[0].startsWith('product_') && Array.isArray(entry[1]),
  );
  const length = columns[0]?.[1].length ?? 0;
  const isParallel = columns.every(([, values]) => values.length === length);
  if (length === 0 || !isParallel || Object.hasOwn(data, 'items')) return data;
  const items = Array.from({ length }, (_, index) =>
    lift(Object.fromEntries(columns.map(([name, values]) => [name, values[index]])), ITEM),
  );
  return {
    ...without(
      data,
      columns.map(([name]) => name),
    ),
    items,
  };
};
