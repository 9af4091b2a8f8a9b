import type { ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { getMessageKind } from '#workflows/messages.ts';
import { getVisibleDomain } from './get-visible-domain.ts';
import {
  countWaitingUrls,
  lockClassifyMessages,
  lockUrls,
  selectClassifyMessages,
  updateClassifyMessages,
  type UrlSelection,
} from './store/domain-urls.ts';

const KIND = 'classify_url';
/** Pages of one message: what one call of a provider takes at most (specification 8). */
const URLS_PER_MESSAGE = 100;

export interface QueueUrlsInput {
  readonly domain: string;
  readonly pageType: UrlSelection['pageType'];
  readonly limit: number;
  /** Classify also what is classified already. */
  readonly isForced: boolean;
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
 * Puts pages that link to a domain, and known pages of it, on the queue of classification (specification
 * 4.6, 4.10). A page that waits there already is not sent again.
 * @throws AppError `Domain not found`
 */
export async function queueUrlClassification(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'workflows'>,
  { domain, pageType, limit, isForced }: QueueUrlsInput,
): Promise<QueuedUrls> {
  const record = await getVisibleDomain(ctx, domain);
  const selection = { domain: record, pageType };
  const sent = await ctx.postgres.transaction(async (tx) => {
    await lockClassifyMessages(tx);
    const waitingIds = await findWaiting(ctx, tx, selection);
    const urlIds = await lockUrls(tx, selection, { waitingIds, limit });
    const groups = toGroups(urlIds).map((group) => ({ id: newId('wf_'), group }));
    if (groups.length > 0) {
      const messages = groups.map(({ id, group }) => ({ id, payload: { url_ids: group, ...(isForced ? { force: true } : {}) } }));
      await ctx.workflows.sendAll(tx, KIND, messages);
      await updateClassifyMessages(
        tx,
        groups.flatMap(({ id, group }) => group.map((urlId) => ({ id: urlId, message_id: id }))),
      );
    }
    const urlsWaiting = waitingIds.length === 0 ? 0 : await countWaitingUrls(tx, selection, waitingIds);
    return { urls: urlIds.length, messages: groups.length, urlsWaiting };
  });
  return { domain: record, ...sent, queue: getMessageKind(KIND).queue, isConsumed: ctx.workflows.isConsumed(KIND) };
}

/** Messages that have pages of the selection and were not worked on to their end. */
async function findWaiting({ workflows }: Pick<AppContext, 'workflows'>, tx: Transaction, selection: UrlSelection): Promise<string[]> {
  const statuses = await workflows.findStatuses(tx, await selectClassifyMessages(tx, selection));
  return [...statuses].flatMap(([id, status]) => (status === 'queued' || status === 'running' || status === 'paused' ? [id] : []));
}

function toGroups(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / URLS_PER_MESSAGE) }, (_, at) =>
    ids.slice(at * URLS_PER_MESSAGE, (at + 1) * URLS_PER_MESSAGE),
  );
}
