import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { MessageName } from '#workflows/messages.ts';
import type { KnownDomain } from '../ingest/known-domain.ts';
import type { Market } from '../store/keywords.ts';
import { selectKeywordTexts, selectUnclassifiedUrlIds } from '../store/onboarding.ts';

/** What one message is about: as many as the provider takes in one call for pages (specification 8). */
const PER_MESSAGE = 100;
/** What is read, and queued in one transaction. */
const BATCH = 20_000;

export interface Queued {
  readonly urls: number;
  readonly keywords: number;
  readonly messages: number;
}

type QueueContext = Pick<AppContext, 'postgres' | 'workflows'>;

/**
 * Puts what onboarding found on the queues of classification (specification 6.3): the domain's
 * unclassified referring pages as `classify_url` with `url_ids`, its keywords as `classify_keyword` with
 * `keywords`. A message is about up to a hundred of them, since a million pages would otherwise be a
 * million messages. Its id is made from what it is about, so that whatever already waits, or was done
 * lately, is not queued again when a step is repeated or a domain onboarded again.
 * @param given.market where keywords were fetched; undefined: they were not
 */
export async function queueClassification(
  ctx: QueueContext,
  given: { readonly domain: KnownDomain; readonly market: Market | undefined; readonly projectId: string | undefined },
): Promise<Queued> {
  const urls = await queueUrls(ctx, given.domain);
  const keywords = given.market === undefined ? { subjects: 0, messages: 0 } : await queueKeywords(ctx, { ...given, market: given.market });
  return { urls: urls.subjects, keywords: keywords.subjects, messages: urls.messages + keywords.messages };
}

async function queueUrls(ctx: QueueContext, domain: KnownDomain): Promise<Sent> {
  return await sendBatches<number>(ctx, 'classify_url', {
    first: 0,
    select: (after) => selectUnclassifiedUrlIds(ctx.postgres, { domainId: domain.id, after, limit: BATCH }),
    toPayload: (ids) => ({ url_ids: ids }),
  });
}

async function queueKeywords(
  ctx: QueueContext,
  { domain, market, projectId }: { domain: KnownDomain; market: Market; projectId: string | undefined },
): Promise<Sent> {
  return await sendBatches<string>(ctx, 'classify_keyword', {
    first: '',
    select: (after) => selectKeywordTexts(ctx.postgres, { domainId: domain.id, ...market, after, limit: BATCH }),
    toPayload: (keywords) => ({ keywords, ...(projectId === undefined ? {} : { project_id: projectId }) }),
  });
}

interface Sent {
  readonly subjects: number;
  readonly messages: number;
}

interface Source<Subject> {
  /** Comes before all. */
  readonly first: Subject;
  readonly select: (after: Subject) => Promise<Subject[]>;
  readonly toPayload: (subjects: readonly Subject[]) => object;
}

async function sendBatches<Subject extends string | number>(
  { postgres, workflows }: QueueContext,
  kind: MessageName,
  { first, select, toPayload }: Source<Subject>,
): Promise<Sent> {
  let [subjects, messages] = [0, 0];
  for (let after = first; ;) {
    const found = await select(after);
    const groups = Array.from({ length: Math.ceil(found.length / PER_MESSAGE) }, (_, at) =>
      found.slice(at * PER_MESSAGE, (at + 1) * PER_MESSAGE),
    );
    const news = groups.map((group) => ({ id: hashId(`${kind}_`, group), payload: toPayload(group) }));
    if (news.length > 0) await postgres.transaction((tx) => workflows.sendAll(tx, kind, news));
    subjects += found.length;
    messages += news.length;
    const last = found.at(-1);
    if (found.length < BATCH || last === undefined) return { subjects, messages };
    after = last;
  }
}
