import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The storefront of a request that names none. */
export const DEFAULT_STOREFRONT = 'us';

let storefronts: ReadonlySet<string> | undefined;

/** The countries that both stores are read in. */
export function listStorefronts(): ReadonlySet<string> {
  storefronts ??= readStorefronts();
  return storefronts;
}

/** A country in a request, in any case; in lower case afterwards. */
export function storefrontField() {
  return z
    .string()
    .trim()
    .toLowerCase()
    .refine((code) => listStorefronts().has(code), 'must be the two-letter code of a country with an app store')
    .meta({ description: 'Country of the store, such as `us`.', pattern: '^[A-Za-z]{2}$' });
}

function readStorefronts(): ReadonlySet<string> {
  const [, ...lines] = readFileSync(new URL('../data/storefronts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return new Set(lines.flatMap((line) => line.split(' ')));
}
