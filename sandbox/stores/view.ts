import { readFileSync } from 'node:fs';
import { describeApp, type AppState } from '../world/apps/app-state.ts';
import type { AppBook } from '../world/apps/apps.ts';
import type { StoreApp } from '../world/apps/store-app.ts';
import type { Storefront } from '../world/apps/storefronts.ts';

/** How a store page is looked at. */
export interface StoreView {
  readonly apps: AppBook;
  /** Days since 1970. */
  readonly day: number;
  readonly storefront: Storefront;
  readonly device: 'iphone' | 'ipad';
}

export function stateOf(view: StoreView, app: StoreApp): AppState {
  return describeApp(app, view);
}

const words: ReadonlyMap<string, string> = readWords();

/** What the store itself writes on its pages, in the language of the storefront when we have it, else in English. */
export function say({ storefront }: Pick<StoreView, 'storefront'>, key: string): string {
  return words.get(`${key} ${storefront.language.slice(0, 2)}`) ?? words.get(`${key} en`) ?? '';
}

/** Making one costs more than the rest of an entry of a list. */
const formats = new Map<Storefront, { readonly count: Intl.NumberFormat; readonly price: Intl.NumberFormat }>();

function formatsOf(storefront: Storefront): { readonly count: Intl.NumberFormat; readonly price: Intl.NumberFormat } {
  const { language, currency } = storefront;
  const found = formats.get(storefront) ?? {
    count: new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
    price: new Intl.NumberFormat(language, { style: 'currency', currency }),
  };
  formats.set(storefront, found);
  return found;
}

/** A price as it is shown. */
export function formatPrice(view: Pick<StoreView, 'storefront'>, price: number): string {
  return price === 0 ? say(view, 'free') : formatsOf(view.storefront).price.format(price);
}

/** A count as it is shown: 10.1M, in Japan 17万. */
export function formatCount({ storefront }: Pick<StoreView, 'storefront'>, count: number): string {
  return formatsOf(storefront).count.format(count);
}

function readWords(): ReadonlyMap<string, string> {
  const [head = '', ...rows] = readFileSync(new URL('page-words.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const languages = head.split('\t').slice(1);
  return new Map(
    rows.flatMap((row) => {
      const [key = '', ...texts] = row.split('\t');
      return languages.map((language, at) => [`${key} ${language}`, texts[at] ?? ''] as const);
    }),
  );
}
