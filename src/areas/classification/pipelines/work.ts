import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';

/** What the stages of a batch work with. */
export interface StageWork {
  readonly ctx: AppContext;
  /** Who pays for what is paid. */
  readonly scope: SpendScope;
  readonly signal: AbortSignal | undefined;
}

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
