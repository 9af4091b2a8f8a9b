import { isReadable, type PageLook } from '../content/page-look.ts';
import type { Case, Finding, Stage } from '../engine/stage.ts';
import { judgeByLlm, type LlmItem } from '../llm/judge-by-llm.ts';
import type { PageContent } from '../llm/page-content.ts';
import { findLook, takeLook, type Place } from './content-stages.ts';
import type { StageWork } from './work.ts';

interface LlmStage<Item> {
  readonly toQuestion: (item: Item, page: PageContent | undefined) => LlmItem;
  /** Where a page about the item is; undefined: there is none. */
  readonly toPlace?: ((item: Item) => Place) | undefined;
}

/** The last stage: a language model, which is shown what was read of the page. */
export function makeLlmStage<Item>({ toQuestion, toPlace }: LlmStage<Item>): Stage<Item, StageWork> {
  return {
    name: 'llm',
    cost: 'paid',
    run: async (cases, work) =>
      await Promise.all(
        cases.map(async (one): Promise<Finding> => {
          const { ctx, scope, signal } = work;
          // Without a model the page is not worth a look.
          const look = ctx.llm.isConfigured ? await lookOnce(one, work, toPlace) : undefined;
          return await judgeByLlm(ctx, scope, toQuestion(one.item, toContent(look)), signal);
        }),
      ),
  };
}

/** A forced model comes before any look. */
async function lookOnce<Item>(
  { item, findings }: Case<Item>,
  work: StageWork,
  toPlace: LlmStage<Item>['toPlace'],
): Promise<PageLook | undefined> {
  const seen = findLook(findings);
  return seen !== undefined || toPlace === undefined || !work.canFetch ? seen : await takeLook(work, toPlace(item), 'head');
}

function toContent(look: PageLook | undefined): PageContent | undefined {
  return look !== undefined && isReadable(look) ? look.signals : undefined;
}
