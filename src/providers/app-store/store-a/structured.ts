import { fieldsOf, listOf, numberOf, textOf, urlOf, type Fields } from './fields.ts';

/** What a page says of an app to search engines. */
export interface StructuredApp {
  readonly title: string | undefined;
  readonly developerName: string | undefined;
  readonly rating: number | undefined;
  readonly ratingCount: number | undefined;
  readonly price: number | undefined;
  readonly currency: string | undefined;
  readonly iconUrl: string | undefined;
  readonly categoryId: string | undefined;
}

const APP = 'software-application';
const BREADCRUMBS = 'schema:breadcrumb-list';

/** @param blocks structured data by the id of their script; what is no JSON says nothing */
export function readStructured(blocks: ReadonlyMap<string, string>): StructuredApp {
  const app = parse(blocks.get(APP));
  const offers = fieldsOf(app['offers']);
  const ratings = fieldsOf(app['aggregateRating']);
  return {
    title: textOf(app['name']),
    developerName: textOf(fieldsOf(app['author'])['name']),
    rating: numberOf(ratings['ratingValue']),
    ratingCount: numberOf(ratings['reviewCount']),
    price: numberOf(offers['price']),
    currency: textOf(offers['priceCurrency']),
    iconUrl: urlOf(app['image']),
    categoryId: findCategoryId(parse(blocks.get(BREADCRUMBS))),
  };
}

/** The chart that the page lies below. */
function findCategoryId({ itemListElement }: Fields): string | undefined {
  const links = (listOf(itemListElement) ?? []).map((crumb) => String(fieldsOf(crumb)['item']));
  return links.map((link) => /\/charts\/(?:[^/]+\/)*(\d+)/u.exec(link)?.[1]).find((id) => id !== undefined);
}

function parse(block: string | undefined): Fields {
  try {
    return fieldsOf(block === undefined ? undefined : JSON.parse(block));
  } catch {
    return {};
  }
}
