import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { Enrichment, ResearchRun } from '../runs/research-run.ts';
import type { RunOptions } from '../runs/run-record.ts';
import { listSitePages } from '../site/store/pages.ts';
import type { AskKeeper } from './ask-site-model.ts';
import { enrichPages, type EnrichContext } from './enrich-pages.ts';
import { sitePrompt, type SiteAnswer } from './site-prompt.ts';
import { deleteAsk, findAnswer, insertAsk, keepAnswer } from './store/asks.ts';

export interface EnrichSiteOptions {
  readonly run: Pick<ResearchRun, 'id' | 'host' | 'organizationId'> & { readonly options?: RunOptions };
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * Says what the site of a run is, by the pages that `readSite` kept. What is paid for is kept too, so that a repeat asks
 * nothing twice.
 */
export async function enrichSite(ctx: EnrichContext, { run, scope, signal }: EnrichSiteOptions): Promise<Enrichment> {
  const { id, host, organizationId, options } = run;
  const pages = await listSitePages(ctx.postgres, id);
  const keeper = makeModelKeeper(ctx, id);
  const { locationCode, languageCode } = options ?? {};
  const { enrichment } = await enrichPages(ctx, { pages, host, locationCode, languageCode, organizationId, scope, signal, keeper });
  return enrichment;
}

/** Keeps the answer of the model about a run (`research_asks`). */
export function makeModelKeeper({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>, runId: string): AskKeeper {
  return {
    begin: async () => {
      if (await insertAsk(postgres, runId, new Date(clock.realNow()))) return undefined;
      const answer = await findAnswer(postgres, runId);
      return answer === undefined ? 'lost' : sitePrompt.answerSchema.parse(answer);
    },
    keep: (answer: SiteAnswer) => keepAnswer(postgres, runId, answer),
    forget: () => deleteAsk(postgres, runId),
  };
}
