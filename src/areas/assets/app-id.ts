import type { Platform } from './asset.ts';

const STORE_A_ID = /^[1-9]\d{3,14}$/u;
const STORE_B_ID = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/u;
const STORE_B_ID_LENGTH_MAX = 150;

/** What is wrong with an app's id, if anything: numeric text for `store_a`, a package name for `store_b`. */
export function findAppIdProblem(appId: string, platform: Platform): string | undefined {
  if (platform === 'store_a') return STORE_A_ID.test(appId) ? undefined : 'must be the numeric id of the app in store_a';
  const isPackage = appId.length <= STORE_B_ID_LENGTH_MAX && STORE_B_ID.test(appId);
  return isPackage ? undefined : 'must be the package name of the app in store_b';
}
