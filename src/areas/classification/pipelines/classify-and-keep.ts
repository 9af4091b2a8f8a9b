/** Classifies items, and keeps what they are. Loaded on the first use, with the rules and models. */
import type { AppContext } from '#context';
import { deleteAsks } from '#purchases/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { announce } from '../records/announce.ts';
import { toAskName, type Kind } from '../records/classification.ts';
import { storeDomains, storeKeywords, storeUrls } from '../records/store-classified.ts';
import { addExamples, toExampleRows } from '../similarity/add-examples.ts';
import { classifyDomains } from './classify-domains.ts';
import { classifyKeywords } from './classify-keywords.ts';
import { classifyUrls } from './classify-urls.ts';
import type { Classified } from './classified.ts';
import type { DomainItem, UrlItem } from './items.ts';
import type { ClassifyOptions } from './options.ts';
import { listExamples, type Found } from './list-examples.ts';
import { inRounds } from './rounds.ts';

export { describeKeyword } from '../keywords/judge-keyword.ts';

/** @param items no host twice */
export async function keepDomains(ctx: AppContext, items: readonly DomainItem[], options: ClassifyOptions): Promise<Classified[]> {
  const domains = await inRounds(ctx, { items, options }, async (group, allowed) => {
    const found = await classifyDomains(ctx, group, allowed);
    await keep(ctx, allowed, { domain: found }, (tx) => storeDomains(ctx, tx, found));
    return found;
  });
  announce(ctx, 'domain', domains);
  return domains;
}

export interface KeptUrls {
  /** In the order of the items. */
  readonly urls: readonly Classified[];
  /** What their hosts are. */
  readonly domains: ReadonlyMap<string, Classified>;
}

/** @param items no address twice */
export async function keepUrls(ctx: AppContext, items: readonly UrlItem[], options: ClassifyOptions): Promise<KeptUrls> {
  const hosts = new Map<string, Classified>();
  const urls = await inRounds(ctx, { items, options }, async (group, allowed) => {
    const found = await classifyUrls(ctx, group, allowed);
    await keep(ctx, allowed, { domain: found.domains, url: found.urls }, (tx) => storeUrls(ctx, tx, found));
    for (const domain of found.domains) hosts.set(domain.subject, domain);
    return found.urls;
  });
  announce(ctx, 'domain', [...hosts.values()]);
  announce(ctx, 'url', urls);
  return { urls, domains: hosts };
}

export interface KeywordOrder {
  /** None twice, in lower case with single spaces. */
  readonly texts: readonly string[];
  readonly brands: readonly string[];
}

export async function keepKeywords(ctx: AppContext, { texts, brands }: KeywordOrder, options: ClassifyOptions): Promise<Classified[]> {
  const items = texts.map((text) => ({ text, brands }));
  const keywords = await inRounds(ctx, { items, options }, async (group, allowed) => {
    const found = await classifyKeywords(ctx, group, allowed);
    await keep(ctx, allowed, { keyword: found }, (tx) => storeKeywords(ctx, tx, { keywords: found, brands }));
    return found;
  });
  announce(ctx, 'keyword', keywords);
  return keywords;
}

/** Stores answers, makes examples of the sure ones, and ends the questions that were asked about them, all or nothing. */
async function keep(
  ctx: AppContext,
  { scope, skipLlm = false }: ClassifyOptions,
  found: Found,
  store: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const examples = await toExampleRows(ctx, listExamples(found));
  await ctx.postgres.transaction(async (tx) => {
    await store(tx);
    await addExamples(ctx, tx, examples);
    if (skipLlm || scope.source !== 'workflow' || scope.runId === undefined) return;
    const asked = (Object.entries(found) as [Kind, Found[Kind]][]).flatMap(([kind, items = []]) =>
      items.map(({ subject }) => toAskName(kind, subject)),
    );
    await deleteAsks(tx, scope.runId, asked.toSorted());
  });
}
