import { z } from 'zod';
import { roundUsd } from '#kernel/money.ts';
import type { MentionIndex, MentionRow, MentionRows, MentionsRequest } from '#providers/search-data/mentions.ts';
import type { ProviderTask, TaskAnswer } from '../client.ts';
import { INVALID_FIELD, refuseUnreadable, unreadable } from '../errors.ts';
import { toCount, toText, toTexts, toTime } from '../fields.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { countSurprise } from '../surprises.ts';

const PATH = '/v3/ai_optimization/llm_mentions/search/live';
/** The vendor's example: 0.0103 for three rows. */
const TASK_USD = 0.01;
const ROW_USD = 0.0001;
const ABOUT = 'mentions';

const text = z.string().nullish();
const RowWire = z.object({
  question: z.string(),
  answer: text,
  model_name: text,
  sources: z.array(z.object({ url: text, domain: text, title: text })).nullish(),
  brand_entities: z.array(z.object({ title: text })).nullish(),
  ai_search_volume: z.number().nullish(),
  first_response_at: text,
  last_response_at: text,
});
const ListWire = z.object({ total_count: z.number().nullish(), items: z.array(z.unknown()).nullish() });

/** The vendor's index of answers to its own questions. */
export function makeMentionIndex(tools: PurchaseTools): MentionIndex {
  return {
    estimateMentionsUsd,
    fetchMentions: (request, scope, options = {}) =>
      buy(tools, {
        ...options,
        path: PATH,
        // A bought list, narrow as the others.
        rateClass: 'labs_live',
        scope,
        service: 'provider_answer_index',
        estimateUsd: estimateMentionsUsd(request.limit),
        toTask: (tag) => toTask(request, tag),
        read: (answer) => {
          if (answer.code === INVALID_FIELD) return { value: { state: 'refused', what: 'target', reason: answer.message }, success: false };
          requireDone(answer);
          const found = readMentions(answer);
          return { value: { state: 'answered', ...found, costUsd: answer.costUsd ?? 0 }, success: true, itemsReturned: found.rows.length };
        },
      }),
  };
}

function estimateMentionsUsd(rows: number): number {
  return roundUsd(TASK_USD + rows * ROW_USD);
}

function toTask({ platform, targets, locationCode, languageCode, limit }: MentionsRequest, tag: string): ProviderTask {
  return {
    target: targets.map(({ isExcluded, ...target }) => ({
      ...target,
      ...(isExcluded ? { search_filter: 'exclude' } : {}),
      ...('domain' in target
        ? { search_scope: ['sources'], include_subdomains: true }
        : { search_scope: ['answer'], match_type: 'word_match' }),
    })),
    platform,
    location_code: locationCode,
    language_code: languageCode,
    limit,
    order_by: ['ai_search_volume,desc'],
    tag,
  };
}

/** A list that cannot be read is never an empty one. */
function readMentions({ result }: TaskAnswer): MentionRows {
  const { data } = ListWire.safeParse(result?.[0]);
  if (data === undefined) throw unreadable('it holds no list', { about: ABOUT });
  const { total_count: total = null, items } = data;
  if ((items ?? []).length === 0 && (total ?? 0) > 0) throw unreadable('its rows are missing', { about: ABOUT });
  const all = items ?? [];
  const rows = all.flatMap((item) => readRow(item) ?? []);
  for (let lost = rows.length; lost < all.length; lost += 1) countSurprise('mention_unreadable');
  refuseUnreadable(all.length - rows.length, { all: all.length, about: ABOUT });
  return { rows, came: all.length, total };
}

function readRow(item: unknown): MentionRow | undefined {
  const { data } = RowWire.safeParse(item);
  const question = toText(data?.question);
  if (data === undefined || question === null) return undefined;
  return {
    question,
    answer: toText(data.answer),
    model: toText(data.model_name),
    sources: (data.sources ?? []).flatMap(({ url, domain, title }) => {
      const address = toText(url);
      return address === null ? [] : [{ url: address, domain: toText(domain), title: toText(title) }];
    }),
    entities: toTexts((data.brand_entities ?? []).map(({ title }) => title ?? '')),
    aiSearchVolume: toCount(data.ai_search_volume),
    firstSeenAt: toTime(data.first_response_at)?.toISOString() ?? null,
    lastSeenAt: toTime(data.last_response_at)?.toISOString() ?? null,
  };
}
