import { readVersion } from '../../version.ts';

/** What calls of pages are counted and logged as. */
export const PAGE_SERVICE = 'web';
/** The name that rules of a robots.txt can be for. */
export const ROBOT = 'Sightline';

let header: string | undefined;

/** Names this client and the page that says how a site can exclude it (docs/pages.md). */
export function userAgentHeader(): string {
  header ??= `Mozilla/5.0 (compatible; ${ROBOT}/${readVersion()}; search visibility; rules for ${ROBOT} in robots.txt are obeyed)`;
  return header;
}
