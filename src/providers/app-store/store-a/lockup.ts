import type { StoreLockup } from '../types.ts';
import { iconUrlOf } from './artwork.ts';
import { booleanOf, fieldsOf, idOf, numberOf, textOf, urlOf, type FieldCheck, type Fields } from './fields.ts';

const THOUSANDTHS = 1_000;

/** The lockup of an entry of a list; undefined for entries that are no app. Search results hold it one level deeper. */
export function findLockup(entry: unknown): Fields | undefined {
  const fields = fieldsOf(entry);
  if (fields['$kind'] === 'Lockup' || 'adamId' in fields) return fields;
  const inner = fieldsOf(fields['lockup']);
  return inner['$kind'] === 'Lockup' || 'adamId' in inner ? inner : undefined;
}

/** @returns undefined when it lacks what every lockup has, which is noted */
export function readLockup(lockup: Fields, check: FieldCheck): StoreLockup | undefined {
  const appId = check.need('lockup.adamId', idOf(lockup['adamId']));
  const title = check.need('lockup.title', textOf(lockup['title']));
  if (appId === undefined || title === undefined) return undefined;
  return { appId, title, ...readLockupFacts(lockup) };
}

/** Each app once, at its first position. */
export function readLockups(items: readonly unknown[], check: FieldCheck): StoreLockup[] {
  const lockups = items.flatMap((item) => {
    const found = findLockup(item);
    return found === undefined ? [] : (readLockup(found, check) ?? []);
  });
  const seen = new Set<string>();
  return lockups.filter(({ appId }) => !seen.has(appId) && seen.add(appId));
}

/** What a lockup may have. `ratingCount` is a text for people, in the digits of the country. */
export function readLockupFacts(lockup: Fields): Omit<StoreLockup, 'appId' | 'title'> {
  const purchase = fieldsOf(fieldsOf(lockup['buttonAction'])['purchaseConfiguration']);
  const isFree = booleanOf(fieldsOf(lockup['offerDisplayProperties'])['isFree']);
  return {
    bundleId: textOf(lockup['bundleId']),
    subtitle: subtitleOf(lockup),
    developerName: textOf(lockup['developerName']),
    rating: numberOf(lockup['rating']),
    price: isFree === true ? 0 : priceOf(purchase['buyParams']),
    isFree,
    isArcade: booleanOf(purchase['isArcadeApp']),
    iconUrl: iconUrlOf(lockup['icon']),
    pageUrl: urlOf(fieldsOf(lockup['clickAction'])['pageUrl']),
  };
}

/** Null only where the store says that there is none. */
function subtitleOf({ subtitle }: Fields): string | null | undefined {
  return subtitle === null || subtitle === '' ? null : textOf(subtitle);
}

/** In thousandths of the currency's unit, in a query string. */
function priceOf(buyParams: unknown): number | undefined {
  const price = /(?:^|&)price=(\d+)(?:&|$)/u.exec(String(buyParams))?.[1];
  return price === undefined ? undefined : Number(price) / THOUSANDTHS;
}
