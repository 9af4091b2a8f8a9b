import { normalizeKeyword } from '#kernel/text.ts';
import { normalizeUrl, toSiteHost } from '#areas/domains/index.ts';

export interface DomainItem {
  /** Normalized (`normalizeHost`). */
  readonly host: string;
  /** Links by type of platform, as the provider counts them, where a caller has them at hand. */
  readonly platformTypes?: Readonly<Record<string, number>> | undefined;
}

export interface UrlItem {
  /** Normalized (`normalizeUrl`). */
  readonly url: string;
  /** Without `www.`. */
  readonly host: string;
}

export interface KeywordItem {
  /** In lower case, with single spaces. */
  readonly text: string;
  readonly brands: readonly string[];
}

/** An address as it is stored and judged; undefined for what is none. */
export function toUrlItem(address: string): UrlItem | undefined {
  const normal = normalizeUrl(address);
  return normal && { url: normal.url, host: toSiteHost(normal.host) };
}

/** @param brands names by which a keyword is known as branded */
export function toKeywordItem(text: string, brands: readonly string[] = []): KeywordItem {
  return { text: normalizeKeyword(text), brands };
}
