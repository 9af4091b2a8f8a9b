import { isShell } from '../../content/fill-shell.ts';
import { isReadable, type PageLook } from '../../content/page-look.ts';
import type { Case, Finding, Stage } from '../../engine/stage.ts';
import { judgeByLlm, type LlmItem } from '../../llm/judge-by-llm.ts';
import type { PageContent } from '../../llm/page-content.ts';
import { toSubjectHash, type Kind } from '../../records/classification.ts';
import { deleteAsks, insertAsks } from '../../records/store/llm-asks.ts';
import { findLook, takeLook, type Place } from './content-stages.ts';
import type { StageWork } from '../work.ts';

interface LlmStage<Item> {
  readonly kind: Kind;
  readonly toSubject: (item: Item) => string;
  readonly toQuestion: (item: Item, page: PageContent | undefined) => LlmItem;
  /** Where a page about the item is; undefined: there is none. */
  readonly toPlace?: ((item: Item) => Place) | undefined;
}

/** The last stage: a language model, which is shown what was read of the page. */
export function makeLlmStage<Item>({ kind, toSubject, toQuestion, toPlace }: LlmStage<Item>): Stage<Item, StageWork> {
  return {
    name: 'llm',
    cost: 'paid',
    run: async (cases, work) => {
      const hashes = cases.map(({ item }) => toSubjectHash(toSubject(item)));
      return await askOnce(work, { kind, hashes }, async (at) => {
        const one = cases[at] as Case<Item>;
        const look = await lookOnce(one, work, toPlace);
        return await judgeByLlm(work.ctx, work.scope, toQuestion(one.item, toContent(look)), work.signal);
      });
    },
  };
}

/**
 * Asks each question once for a workflow, also when a crash repeats its step: an answer that was lost may have been
 * paid for, so the item keeps its free answer and goes to a person. A failure that is known may be asked again.
 */
async function askOnce(
  { ctx, scope }: StageWork,
  { kind, hashes }: { readonly kind: Kind; readonly hashes: readonly string[] },
  ask: (at: number) => Promise<Finding>,
): Promise<Finding[]> {
  const { postgres, llm } = ctx;
  if (scope.source !== 'workflow' || scope.runId === undefined || !llm.isConfigured) {
    return await Promise.all(hashes.map((_hash, at) => ask(at)));
  }
  const asks = { workflowId: scope.runId, kind };
  const marked = await insertAsks(postgres, { ...asks, hashes: hashes.toSorted() });
  const findings = await Promise.all(
    hashes.map((hash, at): Promise<Finding> =>
      marked.has(hash) ? ask(at) : Promise.resolve({ judgements: [], skipReason: 'llm_failed' }),
    ),
  );
  const failed = hashes.filter((_hash, at) => findings[at]?.failure !== undefined);
  if (failed.length > 0) await deleteAsks(postgres, { ...asks, hashes: failed.toSorted() });
  return findings;
}

/** A forced model comes before any look. Without a model the page is not worth one. */
async function lookOnce<Item>(
  { item, findings }: Case<Item>,
  work: StageWork,
  toPlace: LlmStage<Item>['toPlace'],
): Promise<PageLook | undefined> {
  const seen = findLook(findings);
  const canLook = toPlace !== undefined && work.canFetch && work.ctx.llm.isConfigured;
  return seen !== undefined || !canLook ? seen : await takeLook(work, toPlace(item), 'head');
}

function toContent(look: PageLook | undefined): PageContent | undefined {
  return look !== undefined && isReadable(look) ? { ...look.signals, isShell: isShell(look) } : undefined;
}
