import { invalid } from '#kernel/errors.ts';

/** What goes into an address: ids of the store, and country codes. Landing pages have words for ids. */
const FORMS: Readonly<Record<string, RegExp>> = {
  appId: /^\d{1,20}$/u,
  categoryId: /^\d{1,10}$/u,
  id: /^(?:\d{1,20}|[a-z]{1,20})$/u,
  storefront: /^[a-z]{2}$/u,
};

/** @throws AppError naming what is no id of `store_a`, or no country code in lower case */
export function checked<Request extends object>(request: Request): Request {
  const wrong = Object.entries(request).filter(([name, value]) => value !== undefined && FORMS[name]?.test(String(value)) === false);
  if (wrong.length > 0) throw invalid(wrong.map(([path]) => ({ path, message: 'is none that store_a has' })));
  return request;
}
