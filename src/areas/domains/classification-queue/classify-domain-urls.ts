import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { LLM_CALL_USD } from '#providers/llm/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { isOpen } from '#workflows/types.ts';
import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { classifyUrl } from '../queues.ts';
import { enqueueUrlClassification, type StageFlags } from './enqueue-url-classification.ts';
import { countSendableUrls, countWaitingUrls, lockClassifyMessages, lockUrls, listClassifyMessages, type UrlSelection } from './store.ts';

export interface ClassifyUrlsOrder {
  readonly domain: string;
  readonly pageType: UrlSelection['pageType'];
  readonly limit: number;
  /** Classify also what is classified already. */
  readonly isForced: boolean;
  readonly flags?: StageFlags;
}

export interface QueuedUrls {
  readonly domain: { readonly id: number; readonly domain: string };
  readonly urls: number;
  readonly messages: number;
  /** Pages that were left out because a message with them waits already. */
  readonly urlsWaiting: number;
  readonly queue: string;
  /** Whether this version classifies; until one does, messages wait. */
  readonly isConsumed: boolean;
}

/**
 * Puts pages that link to a domain, and known pages of it, on the queue of classification. A page that waits there
 * already is not sent again.
 * @throws AppError `Domain not found`
 */
export async function classifyDomainUrls(
  ctx: DomainReader & Pick<AppContext, 'postgres' | 'workflows'>,
  { domain, pageType, limit, isForced, flags = {} }: ClassifyUrlsOrder,
): Promise<QueuedUrls> {
  const record = await getVisibleDomain(ctx, domain);
  const selection = { domain: record, pageType };
  const sent = await ctx.postgres.transaction(async (tx) => {
    await lockClassifyMessages(tx);
    const waitingIds = await findWaiting(ctx, tx, selection);
    const urlIds = await lockUrls(tx, selection, { waitingIds, limit });
    const messages = await enqueueUrlClassification(ctx, tx, urlIds, { isForced, flags });
    const urlsWaiting = waitingIds.length === 0 ? 0 : await countWaitingUrls(tx, selection, waitingIds);
    return { urls: urlIds.length, messages, urlsWaiting };
  });
  return { domain: record, ...sent, queue: classifyUrl.queue.name, isConsumed: ctx.workflows.isConsumed(classifyUrl) };
}

/**
 * What the classification of such pages would cost at most: a page and its domain may each take a call of the language model.
 * @throws AppError `Domain not found`
 */
export async function estimateDomainUrls(
  ctx: DomainReader & Pick<AppContext, 'postgres' | 'workflows' | 'llm'>,
  { domain, pageType, limit, flags = {} }: ClassifyUrlsOrder,
): Promise<Estimate> {
  const selection = { domain: await getVisibleDomain(ctx, domain), pageType };
  const urls = await countSendableUrls(ctx.postgres, selection, { waitingIds: await findWaiting(ctx, ctx.postgres, selection), limit });
  const calls = ctx.llm.isConfigured && flags.skip_llm !== true ? 2 * urls : 0;
  return { calls, costUsd: calls * LLM_CALL_USD };
}

/** Messages that have pages of the selection and were not worked on to their end. */
async function findWaiting({ workflows }: Pick<AppContext, 'workflows'>, sql: Sql, selection: UrlSelection): Promise<string[]> {
  const statuses = await workflows.findStatuses(sql, await listClassifyMessages(sql, selection));
  return [...statuses].flatMap(([id, status]) => (isOpen(status) ? [id] : []));
}
