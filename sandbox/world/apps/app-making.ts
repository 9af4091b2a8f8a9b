import { hashText, mix, pick, unit } from '../../hashing.ts';
import { brandName, familyName, toSlug, toTitle } from '../names.ts';
import type { Site } from '../sites.ts';
import type { Developer, StoreApp } from './store-app.ts';
import { counterpartOf, findCategory, listLeafCategories } from './store-categories.ts';
import type { Topic } from '../topics.ts';

type Platform = StoreApp['platform'];

const APPS_MIN = 5_000;
const PRODUCTS_MAX = 3;
/** Shares of companies, in percent. */
const SITE_SHARE = 35;
const GAME_SITE_SHARE = 85;
const BOTH_SHARE = 35;
const ONLY_STORE_A_SHARE = 33;
/** Shares of apps, in percent. */
const PAID_SHARE = 12;
const PHONE_ONLY_SHARE = 15;
const REMOVED_SHARE = 10;
const NEW_SHARE = 10;
/** Days since 1970. Between the last two (mid 2026 to mid 2028), apps come and go. */
const FIRST_DAY = 17_200;
const CHANGES_FROM = 20_600;
const CHANGES_DAYS = 730;
/** Ids lie so far apart that none is given twice, and reach beyond 32 bits as real ones do. */
const ID_FIRST = 300_000_000;
const ID_STEP = 2_400_000;
const FALLBACK_ROOTS = ['daily', 'pocket', 'simple', 'plus', 'mate'] as const;

interface Company extends Developer {
  readonly platforms: readonly Platform[];
  readonly topic: Topic | undefined;
}

/** One app on one or both stores. */
interface Product {
  readonly company: Company;
  readonly hash: number;
  readonly place: number;
}

/** Companies one after the other, with their apps, until there are enough. Brands of sites come first. */
export function makeApps(topics: readonly Topic[], sites: readonly Site[], seed: number): readonly StoreApp[] {
  const apps: StoreApp[] = [];
  const counts: Record<Platform, number> = { store_a: 0, store_b: 0 };
  const siteCompanies = sites.filter(hasApps).map(toCompany);
  for (let at = 0; apps.length < APPS_MIN; at += 1) {
    const company = siteCompanies[at] ?? inventCompany(mix(hashText('company', seed), at));
    const products = 1 + (mix(company.hash, 3) % PRODUCTS_MAX);
    for (let place = 0; place < products; place += 1)
      for (const app of makeProduct({ company, hash: mix(company.hash, 100 + place), place }, topics, counts)) apps.push(app);
  }
  return apps;
}

function hasApps(site: Site): boolean {
  if (site.topic === undefined || site.businessType === 'content') return false;
  return mix(site.hash, 71) % 100 < (site.businessType === 'game' ? GAME_SITE_SHARE : SITE_SHARE);
}

function toCompany(site: Site): Company {
  const hash = mix(site.hash, 73);
  return {
    ...nameDeveloper(site.name, hash),
    website: `https://${site.host}/`,
    site,
    platforms: ['store_a', 'store_b'],
    topic: site.topic,
    hash,
  };
}

function inventCompany(hash: number): Company {
  const presence = mix(hash, 5) % 100;
  const platforms: readonly Platform[] =
    presence < BOTH_SHARE ? ['store_a', 'store_b'] : presence < BOTH_SHARE + ONLY_STORE_A_SHARE ? ['store_a'] : ['store_b'];
  const named = nameDeveloper(`${toTitle(familyName('labs', hash))} Ltd`, hash);
  const website = mix(hash, 7) % 4 === 0 ? null : `https://${toSlug(named.name)}-${hash % 1_000}.com/`;
  return { ...named, website, site: undefined, platforms, topic: undefined, hash };
}

function nameDeveloper(name: string, hash: number): Pick<Developer, 'name' | 'storeAId' | 'storeBId'> {
  return {
    name,
    storeAId: String(280_000_000 + (hash % 1_400_000_000)),
    storeBId: `${1 + (hash % 9)}${String(mix(hash, 9)).padStart(10, '0')}${String(mix(hash, 11) % 100_000_000).padStart(8, '0')}`,
  };
}

function makeProduct(product: Product, topics: readonly Topic[], counts: Record<Platform, number>): StoreApp[] {
  const { company, hash } = product;
  const categories = chooseCategories(product);
  const theme =
    product.place === 0 && company.topic !== undefined
      ? company.topic
      : findTheme(topics, categories[company.platforms[0] ?? 'store_a'], hash);
  return company.platforms.map((platform) => {
    const index = counts[platform];
    counts[platform] += 1;
    return makeApp(product, { platform, categoryId: categories[platform] ?? '', theme, index });
  });
}

/** The same field in both stores. The first app of a site is about what the site is about. */
function chooseCategories({ company, hash, place }: Product): Readonly<Record<Platform, string | undefined>> {
  if (company.topic !== undefined && place === 0)
    return { store_a: company.topic.storeCategory.storeA, store_b: company.topic.storeCategory.storeB };
  if (!company.platforms.includes('store_a')) return { store_a: undefined, store_b: pick(listLeafCategories('store_b'), hash).id };
  const { id } = pick(listLeafCategories('store_a'), hash);
  return { store_a: id, store_b: counterpartOf(id) };
}

function findTheme(topics: readonly Topic[], categoryId: string | undefined, hash: number): Topic | undefined {
  const themes = topics.filter(({ storeCategory }) => storeCategory.storeA === categoryId || storeCategory.storeB === categoryId);
  return themes.length === 0 ? undefined : pick(themes, mix(hash, 13));
}

function makeApp(
  { company, hash, place }: Product,
  { platform, categoryId, theme, index }: { platform: Platform; categoryId: string; theme: Topic | undefined; index: number },
): StoreApp {
  const own = mix(hash, platform === 'store_a' ? 15 : 17);
  const name =
    company.site !== undefined && place === 0
      ? company.site.name
      : toTitle(brandName(pick(theme?.roots ?? FALLBACK_ROOTS, hash), mix(hash, 21)));
  const labels = (theme?.subjects.en ?? [findCategory(platform, categoryId)?.name ?? '']).slice(0, 6).map(toTitle);
  const packageName = `com.${letters(company.name)}.${letters(name)}${index.toString(36)}`;
  return {
    platform,
    index,
    appId: platform === 'store_a' ? String(ID_FIRST + index * ID_STEP + (own % ID_STEP)) : packageName,
    bundleId: packageName,
    productHash: hash,
    name,
    labels: labels.map((_label, at) => labels[(at + (hash % labels.length)) % labels.length] ?? ''),
    developer: company,
    categoryId,
    theme,
    isPaid: mix(hash, 29) % 100 < PAID_SHARE,
    runsOnTablets: mix(hash, 31) % 100 >= PHONE_ONLY_SHARE,
    popularity: unit(mix(own, 27)),
    ...makeLife(own, place === 0 && company.site !== undefined),
    hash: own,
  };
}

/** The first app of a site neither comes nor goes: its pages link to it. */
function makeLife(hash: number, isLasting: boolean): Pick<StoreApp, 'bornDay' | 'removedDay'> {
  const isNew = !isLasting && mix(hash, 33) % 100 < NEW_SHARE;
  const isRemoved = !isLasting && !isNew && mix(hash, 35) % 100 < REMOVED_SHARE;
  return {
    bornDay: isNew ? CHANGES_FROM + (mix(hash, 37) % CHANGES_DAYS) : FIRST_DAY + (mix(hash, 39) % (CHANGES_FROM - FIRST_DAY - 60)),
    removedDay: isRemoved ? CHANGES_FROM + (mix(hash, 41) % CHANGES_DAYS) : undefined,
  };
}

function letters(text: string): string {
  return toSlug(text).replaceAll(/[^a-z]/gu, '');
}
