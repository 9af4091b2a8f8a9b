import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { sitePrompt, type SiteAnswer, type SiteQuestion } from './site-prompt.ts';
import { tryPaid, type Tried } from './try-paid.ts';

/** Where the question to the model is marked before it is asked, and its answer kept as soon as it is there. */
export interface AskKeeper {
  /** @returns the kept answer; `lost` when it was asked before and none is kept: it may have been paid; undefined when it is new */
  begin(): Promise<SiteAnswer | 'lost' | undefined>;
  keep(answer: SiteAnswer): Promise<void>;
  /** Nothing was paid, so it may be asked again. */
  forget(): Promise<void>;
}

export interface AskOptions {
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
  /** Left out: nothing is kept. */
  readonly keeper?: AskKeeper | undefined;
}

const NOT_CONFIGURED = 'No language model took part: none is configured';
const LOST = 'No language model took part: its answer was lost when the service stopped, and it is not asked twice';

/** Asks the language model about a site, once. Without an answer the reason is a note. */
export async function askSiteModel(
  { llm }: Pick<AppContext, 'llm'>,
  question: SiteQuestion,
  { scope, signal, keeper }: AskOptions,
): Promise<Tried<SiteAnswer>> {
  if (!llm.isConfigured) return { costUsd: 0, note: NOT_CONFIGURED };
  const known = await keeper?.begin();
  if (known === 'lost') return { costUsd: 0, note: LOST };
  if (known !== undefined) return { value: known, costUsd: 0 };
  const tried = await tryPaid(
    'The language model',
    async () => {
      const { value, costUsd } = await llm.ask(scope, sitePrompt, question, { signal });
      return { value, costUsd };
    },
    signal,
  );
  if (tried.value !== undefined) await keeper?.keep(tried.value);
  else if (tried.costUsd === 0) await keeper?.forget();
  return tried;
}
