import type { AppContext } from '#context';
import { classifyItems } from './classify-items.ts';
import type { Classified } from './classified.ts';
import { makeKeywordPipeline } from './keyword-pipeline.ts';
import type { ClassifyOptions } from './options.ts';
import type { KeywordItem } from './items.ts';

const kind = { makePipeline: makeKeywordPipeline, toSubject: ({ text }: KeywordItem) => text };

/** What keywords are, in the order of the items. No page is read for them. Nothing is stored. */
export async function classifyKeywords(ctx: AppContext, items: readonly KeywordItem[], options: ClassifyOptions): Promise<Classified[]> {
  return await classifyItems(ctx, kind, { items, options: { ...options, skipFetch: true } });
}
