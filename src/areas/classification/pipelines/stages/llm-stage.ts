import { askOnce } from '#purchases/index.ts';
import { isShell } from '../../content/fill-shell.ts';
import { isReadable, type PageLook } from '../../content/page-look.ts';
import type { Case, Finding, Stage } from '../../engine/stage.ts';
import { judgeByLlm, type LlmItem } from '../../llm/judge-by-llm.ts';
import type { PageContent } from '../../llm/page-content.ts';
import { toAskName, type Kind } from '../../records/classification.ts';
import { findLook, takeLook, type PageAddress } from './content-stages.ts';
import type { StageWork } from '../work.ts';

interface LlmStage<Item> {
  readonly kind: Kind;
  readonly toSubject: (item: Item) => string;
  readonly toQuestion: (item: Item, page: PageContent | undefined) => LlmItem;
  /** Where a page about the item is; undefined: there is none. */
  readonly toAddress?: ((item: Item) => PageAddress) | undefined;
}

/** The last stage: a language model, which is shown what was read of the page. */
export function makeLlmStage<Item>({ kind, toSubject, toQuestion, toAddress }: LlmStage<Item>): Stage<Item, StageWork> {
  return {
    name: 'llm',
    cost: 'paid',
    run: async (cases, work) => {
      return await Promise.all(
        cases.map((one) =>
          askForWorkflow(work, toAskName(kind, toSubject(one.item)), async () => {
            const look = await lookOnce(one, work, toAddress);
            return await judgeByLlm(work.ctx, work.scope, toQuestion(one.item, toContent(look)), work.signal);
          }),
        ),
      );
    },
  };
}

/**
 * Asks each question once for a workflow, also when a crash repeats its step. An item whose answer was lost keeps its free answer and
 * goes to a person. A failure that is known may be asked again.
 */
async function askForWorkflow({ ctx, scope }: StageWork, question: string, ask: () => Promise<Finding>): Promise<Finding> {
  if (scope.source !== 'workflow' || scope.runId === undefined || !ctx.llm.isConfigured) return await ask();
  const end = await askOnce<Finding, Finding>(ctx, { asker: scope.runId, question }, async () => {
    const finding = await ask();
    return finding.failure === undefined ? { kind: 'answered', answer: finding } : { kind: 'unpaid', failure: finding };
  });
  if (end.kind === 'answered') return end.answer;
  return end.kind === 'unpaid' ? end.failure : { judgements: [], skipReason: 'llm_failed' };
}

/** A forced model comes before any look. Without a model the page is not worth one. */
async function lookOnce<Item>(
  { item, findings }: Case<Item>,
  work: StageWork,
  toAddress: LlmStage<Item>['toAddress'],
): Promise<PageLook | undefined> {
  const seen = findLook(findings);
  const canLook = toAddress !== undefined && work.canFetch && work.ctx.llm.isConfigured;
  return seen !== undefined || !canLook ? seen : await takeLook(work, toAddress(item), 'head');
}

function toContent(look: PageLook | undefined): PageContent | undefined {
  return look !== undefined && isReadable(look) ? { ...look.signals, isShell: isShell(look) } : undefined;
}
