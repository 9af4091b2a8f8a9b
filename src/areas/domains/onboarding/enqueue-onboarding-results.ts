import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import { classifyKeyword } from '../queues.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { PER_MESSAGE, enqueueUrlClassification } from '../classification-queue/enqueue-url-classification.ts';
import { enqueueReferringClassification } from '../classification-queue/enqueue-referring-classification.ts';
import { lockClassifyMessages } from '../classification-queue/store.ts';
import type { Market } from '../keywords/market.ts';
import { lockUnsentUrlIds } from '../classification-queue/store.ts';
import { listUnclassified } from '../links/store/referring-domains.ts';
import { listRankedKeywordTexts } from '../keywords/store/ranked-keywords.ts';

/** How many pages or keywords are read and queued in one transaction. */
const BATCH = 20_000;
const REFERRING_MAX = 1_000_000;
const FREE_ONLY = { skip_fetch: true, skip_llm: true } as const;

/** What was queued now; what waited there before is not counted. */
export interface Queued {
  readonly urls: number;
  readonly keywords: number;
  readonly referringDomains: number;
  readonly messages: number;
}

interface Subject {
  /** The workflow of the onboarding. */
  readonly workflowId: string;
  readonly domain: KnownDomain;
}

type QueueContext = Pick<AppContext, 'postgres' | 'workflows'>;

/**
 * Puts what onboarding found on the queues of classification: the domain's referring
 * pages that were neither classified nor sent there before, as `classify_url` with `url_ids`, and its
 * keywords as `classify_keyword` with `keywords`. A message is about up to a hundred of them, since a
 * million pages would otherwise be a million messages. A step that is repeated sends nothing twice: pages
 * store the id of their message, and other messages have an id made from the onboarding and from what they hold.
 * @param given.market where keywords were fetched; undefined: they were not
 */
export async function enqueueOnboardingResults(
  ctx: QueueContext,
  given: Subject & { readonly market: Market | undefined; readonly projectId: string | undefined },
): Promise<Queued> {
  const urls = await queueUrls(ctx, given.domain);
  const keywords = given.market === undefined ? NONE : await queueKeywords(ctx, { ...given, market: given.market });
  const referring = await queueReferring(ctx, given);
  await startTargetPages(ctx, given);
  return {
    urls: urls.subjects,
    keywords: keywords.subjects,
    referringDomains: referring.subjects,
    messages: urls.messages + keywords.messages + referring.messages,
  };
}

interface Sent {
  readonly subjects: number;
  readonly messages: number;
}

const NONE: Sent = { subjects: 0, messages: 0 };

async function queueUrls(ctx: QueueContext, domain: KnownDomain): Promise<Sent> {
  for (let sent = NONE; ;) {
    const batch = await queueUrlBatch(ctx, domain);
    sent = { subjects: sent.subjects + batch.subjects, messages: sent.messages + batch.messages };
    if (batch.subjects < BATCH) return sent;
  }
}

async function queueUrlBatch({ postgres, workflows }: QueueContext, domain: KnownDomain): Promise<Sent> {
  return await postgres.transaction(async (tx) => {
    await lockClassifyMessages(tx);
    const ids = await lockUnsentUrlIds(tx, domain.id, BATCH);
    return { subjects: ids.length, messages: await enqueueUrlClassification({ workflows }, tx, ids, { flags: FREE_ONLY }) };
  });
}

/** What the own pages are that links lead to and that rank. For a site of no project it finds nothing to do. */
async function startTargetPages({ postgres, workflows }: QueueContext, { workflowId, domain }: Subject): Promise<void> {
  const id = hashId('wf_', [workflowId, 'target-pages']);
  await postgres.transaction((tx) => workflows.enqueue(tx, 'target-pages', { domain_id: domain.id }, { id }));
}

async function queueReferring({ postgres, workflows }: QueueContext, { workflowId, domain }: Subject): Promise<Sent> {
  return await postgres.transaction(async (tx) => {
    const names = await listUnclassified(tx, domain.id, { limit: REFERRING_MAX });
    return {
      subjects: names.length,
      messages: await enqueueReferringClassification({ workflows }, tx, { runId: workflowId, domain, names }),
    };
  });
}

async function queueKeywords(
  { postgres, workflows }: QueueContext,
  { workflowId, domain, market, projectId }: Subject & { readonly market: Market; readonly projectId: string | undefined },
): Promise<Sent> {
  // At most ten thousand: so many are fetched of a domain in a market.
  const keywords = await listRankedKeywordTexts(postgres, { domainId: domain.id, ...market, limit: BATCH });
  if (keywords.length === 0) return NONE;
  const project = projectId === undefined ? {} : { project_id: projectId };
  const messages = toGroups(keywords, PER_MESSAGE).map((group) => ({
    id: hashId('wf_', [workflowId, ...group]),
    payload: { keywords: group, ...project, ...FREE_ONLY },
  }));
  await postgres.transaction((tx) => workflows.sendAll(tx, classifyKeyword, messages));
  return { subjects: keywords.length, messages: messages.length };
}
