import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { toOwnerId } from '../../keyword.ts';
import type { AskedKeyword } from '../ask-in-parts.ts';
import { ATTRIBUTES, type AttributeKind } from './attribute-kinds.ts';

export type AttributesContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

export interface AttributesQuestion<Kind extends AttributeKind> {
  readonly kind: Kind;
  readonly keywords: readonly string[];
  /** Counts for the kinds that differ from location to location. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** For which they are read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

/** Each keyword once, by the id of its answer. */
export function toAskedKeywords<Kind extends AttributeKind>(
  { config }: Pick<AppContext, 'config'>,
  { kind, keywords, organizationId, ...market }: AttributesQuestion<Kind>,
): ReadonlyMap<string, AskedKeyword> {
  const owner = toOwnerId(config, organizationId ?? undefined) ?? '';
  const parts = ATTRIBUTES[kind].toLocationParts(market);
  const asked = [...new Set(keywords.map(normalizeKeyword))].map((keyword) => ({
    id: hashId('ans_', [kind, keyword, ...parts, owner]),
    keyword,
  }));
  return new Map(asked.map((one) => [one.id, one]));
}
