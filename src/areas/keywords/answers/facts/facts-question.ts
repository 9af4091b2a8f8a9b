import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { toOwnerId } from '../../keyword.ts';
import type { AskedKeyword } from '../ask-in-parts.ts';
import { FACTS, type FactKind } from './fact-kinds.ts';

export type FactsContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

export interface FactsQuestion<Kind extends FactKind> {
  readonly kind: Kind;
  readonly keywords: readonly string[];
  /** Counts for the kinds that differ from location to location. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** For which they are read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

/** Each keyword once, by the id of its answer. */
export function toAskedKeywords<Kind extends FactKind>(
  { config }: Pick<AppContext, 'config'>,
  { kind, keywords, organizationId, ...market }: FactsQuestion<Kind>,
): ReadonlyMap<string, AskedKeyword> {
  const owner = toOwnerId(config, organizationId ?? undefined) ?? '';
  const parts = FACTS[kind].toLocationParts(market);
  const asked = [...new Set(keywords.map(normalizeKeyword))].map((keyword) => ({
    id: hashId('ans_', [kind, keyword, ...parts, owner]),
    keyword,
  }));
  return new Map(asked.map((one) => [one.id, one]));
}
