import type { AppContext } from '#context';
import { llmNotConfigured } from '#providers/llm/index.ts';
import { DECIDED } from '../engine/free-judges.ts';
import { storeUrls } from '../records/store-classified.ts';
import { classifyItems } from './classify-items.ts';
import type { Classified } from './classified.ts';
import type { UrlItem } from './items.ts';
import type { ClassifyOptions } from './options.ts';
import { urlLlmStage } from './url-pipeline.ts';

const kind = { makePipeline: () => ({ decides: DECIDED.url, stages: [urlLlmStage] }), toSubject: ({ url }: UrlItem) => url };

/**
 * What the language model alone says of a page. An answer is kept.
 * @throws AppError `AI binding not configured`
 */
export async function askAboutUrl(ctx: AppContext, item: UrlItem, options: ClassifyOptions): Promise<Classified> {
  if (!ctx.llm.isConfigured) throw llmNotConfigured();
  const [page] = await classifyItems(ctx, kind, { items: [item], options });
  if (page === undefined) throw new Error('the classification of a page has no result');
  if (page.source === 'llm') await ctx.postgres.transaction((tx) => storeUrls(ctx, tx, { urls: [page], domains: [] }));
  return page;
}
