import { z } from 'zod';
import { limitField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import { METRIC_SOURCES } from '../records/known-metrics.ts';
import type { AnchorList } from '../links/list-anchors.ts';
import type { AnchorRecord } from '../links/store/anchors.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

export const AnchorsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });

const AnchorBody = z
  .object({
    anchor: z.string().nullable().meta({ description: 'Null: links without a text, of images for example' }),
    backlinks_count: z.int(),
    referring_domains_count: z.int(),
    dofollow_count: z.int(),
    dofollow_share: z.number().meta({ description: '0 to 1' }),
    share: z.number().meta({ description: 'Of all stored links, 0 to 1' }),
    first_seen: z.string().meta({ description: 'Of the oldest of them, by the provider where it says so' }),
  })
  .meta({ id: 'Anchor' });

export const AnchorsResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  domain_id: z.int(),
  anchors: z.array(AnchorBody),
  count: z.int(),
  total: z.int(),
  basis: z
    .object({
      stored_backlinks: z.int(),
      known_backlinks: z.int().nullable().meta({ description: 'Null: not known yet' }),
      known_source: z.enum(METRIC_SOURCES).nullable(),
      is_whole: z.boolean().meta({ description: 'Every link there was has come' }),
      fetched_at: z.string().nullable(),
      rows_fetched: z.int().nullable(),
      cost_usd: z.number().nullable().meta({ description: 'What fetching these rows cost. Null: nothing was fetched' }),
    })
    .meta({ description: 'On how many links this rests, of how many' }),
  pagination: Pagination,
});

export function toAnchorsBody(page: Page, list: AnchorList): z.input<typeof AnchorsResponse> {
  const { domain, anchors, total, storedBacklinks, knownBacklinks, fetch } = list;
  return {
    success: true,
    domain: domain.domain,
    domain_id: domain.id,
    anchors: anchors.map((record) => toAnchorBody(record, storedBacklinks)),
    count: anchors.length,
    total,
    basis: {
      stored_backlinks: storedBacklinks,
      known_backlinks: knownBacklinks?.count ?? null,
      known_source: knownBacklinks?.source ?? null,
      is_whole: fetch?.isWhole ?? false,
      fetched_at: fetch?.completedAt?.toISOString() ?? null,
      rows_fetched: fetch?.rowsFetched ?? null,
      cost_usd: fetch?.costUsd ?? null,
    },
    pagination: toPagination(page, total),
  };
}

function toAnchorBody({ anchor, backlinks, dofollow, referringDomains, firstSeen }: AnchorRecord, all: number): z.input<typeof AnchorBody> {
  return {
    anchor,
    backlinks_count: backlinks,
    referring_domains_count: referringDomains,
    dofollow_count: dofollow,
    dofollow_share: toShare(dofollow, backlinks),
    share: toShare(backlinks, all),
    first_seen: firstSeen.toISOString(),
  };
}

function toShare(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}
