import { readTable, splitCell } from '../data/read-table.ts';

interface ProductRow {
  readonly product: string;
  /** Where the marks stand: in the generator, among the classes of the body, or anywhere in the markup. */
  readonly place: string;
  /** In lower case. */
  readonly marks: readonly string[];
}

let rows: readonly ProductRow[] | undefined;

/** Products that a page shows to be made with (`data/products.tsv`), by their names there. */
export function findProducts(page: {
  readonly generator: string | null;
  readonly bodyClasses: readonly string[];
  readonly html: string;
}): string[] {
  rows ??= readTable('products.tsv').map(([product = '', place = '', marks]) => ({ product, place, marks: splitCell(marks) }));
  const places: Readonly<Record<string, string>> = {
    generator: page.generator?.toLowerCase() ?? '',
    class: ` ${page.bodyClasses.join(' ').toLowerCase()} `,
    markup: page.html.toLowerCase(),
  };
  const found = rows.filter(({ place, marks }) => marks.some((mark) => places[place]?.includes(mark) === true));
  return [...new Set(found.map(({ product }) => product))];
}
