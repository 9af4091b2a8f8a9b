import { readFileSync } from 'node:fs';

/** A country's part of a store. */
export interface Storefront {
  /** ISO 3166 alpha-2 in lower case. */
  readonly country: string;
  readonly currency: string;
  /** What one US dollar is worth. */
  readonly perUsd: number;
  /** As store pages name it, for example `de-DE`. */
  readonly language: string;
  /** Share of an app's ratings that are given here, 0 to 1. */
  readonly share: number;
}

const storefronts: ReadonlyMap<string, Storefront> = new Map(
  readFileSync(new URL('storefronts.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [country = '', currency = '', perUsd, language = '', share] = line.split('\t');
      return [country, { country, currency, perUsd: Number(perUsd), language, share: Number(share) }];
    }),
);

/** Undefined for a country without a store. */
export function findStorefront(country: string): Storefront | undefined {
  return storefronts.get(country.toLowerCase());
}

export function listStorefronts(): readonly Storefront[] {
  return [...storefronts.values()];
}
