import { hashText, mix } from '../../hashing.ts';
import type { Site } from '../sites.ts';
import type { Topic } from '../topics.ts';

/** Who publishes apps. The same one may be on both stores. */
export interface Developer {
  readonly name: string;
  readonly storeAId: string;
  readonly storeBId: string;
  readonly website: string | null;
  /** The site of the world whose brand it is. */
  readonly site: Site | undefined;
  readonly hash: number;
}

/** What never changes of an app on one store; `describeApp` says what is true on a day. */
export interface StoreApp {
  readonly platform: 'store_a' | 'store_b';
  /** Place in its store, from 0. */
  readonly index: number;
  /** Digits for `store_a`, a package name for `store_b`. */
  readonly appId: string;
  readonly bundleId: string;
  /** Shared by the two apps of one product on both stores. */
  readonly productHash: number;
  /** Without what stands behind the colon in the title. */
  readonly name: string;
  /** What stands behind the colon, one at a time. */
  readonly labels: readonly string[];
  readonly developer: Developer;
  /** The lowest one. */
  readonly categoryId: string;
  /** What it is about; not every category is that of a topic. */
  readonly theme: Topic | undefined;
  readonly isPaid: boolean;
  readonly runsOnTablets: boolean;
  readonly popularity: number;
  /** Days since 1970. */
  readonly bornDay: number;
  /** From this day on it is not in the store. */
  readonly removedDay: number | undefined;
  readonly hash: number;
}

/** Shares of apps, in percent. */
const NOT_EVERYWHERE_SHARE = 15;
const MISSING_SHARE = 30;
const SELLING_SHARE = 55;
const PAID_AND_SELLING_SHARE = 15;

/** Whether the store has it on that day. */
export function isInStore({ bornDay, removedDay }: StoreApp, day: number): boolean {
  return bornDay <= day && (removedDay === undefined || day < removedDay);
}

/** Whether an app is offered in a country: in the United States always, elsewhere mostly. */
export function isSold(app: StoreApp, country: string): boolean {
  if (country === 'us' || mix(app.productHash, 51) % 100 >= NOT_EVERYWHERE_SHARE) return true;
  return mix(app.productHash, hashText(country)) % 100 >= MISSING_SHARE;
}

/** Whether it has in-app purchases. */
export function sellsInside(app: StoreApp): boolean {
  return mix(app.productHash, 43) % 100 < (app.isPaid ? PAID_AND_SELLING_SHARE : SELLING_SHARE);
}
