import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { askOnce } from '#purchases/index.ts';
import { sitePrompt, type SiteAnswer, type SiteQuestion } from './site-prompt.ts';
import { tryPaid, type Tried } from './try-paid.ts';

export interface AskOptions {
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
  /** The run that asks, once; left out: a repeat asks again. */
  readonly runId?: string | undefined;
}

const NOT_CONFIGURED = 'No language model took part: none is configured';
const LOST = 'No language model took part: its answer was lost when the service stopped, and it is not asked twice';

/** Asks the language model about a site. Without an answer the reason is a note. */
export async function askSiteModel(
  ctx: Pick<AppContext, 'llm' | 'postgres' | 'clock'>,
  question: SiteQuestion,
  { scope, signal, runId }: AskOptions,
): Promise<Tried<SiteAnswer>> {
  const { llm } = ctx;
  if (!llm.isConfigured) return { costUsd: 0, note: NOT_CONFIGURED };
  const put = async (): Promise<Tried<SiteAnswer>> =>
    await tryPaid(
      'The language model',
      async () => {
        const { value, costUsd } = await llm.ask(scope, sitePrompt, question, { signal });
        return { value, costUsd };
      },
      signal,
    );
  if (runId === undefined) return await put();
  let costUsd = 0;
  const end = await askOnce<SiteAnswer, string>(ctx, { asker: runId, question: 'site' }, async () => {
    const tried = await put();
    ({ costUsd } = tried);
    if (tried.value !== undefined) return { kind: 'answered', answer: tried.value };
    return costUsd === 0 ? { kind: 'unpaid', failure: tried.note } : { kind: 'no_answer', problem: tried.note };
  });
  switch (end.kind) {
    case 'answered':
      return { value: sitePrompt.answerSchema.parse(end.answer), costUsd };
    case 'no_answer':
      return { costUsd, note: end.problem };
    case 'unpaid':
      return { costUsd, note: end.failure };
    case 'lost':
      return { costUsd, note: LOST };
  }
}
