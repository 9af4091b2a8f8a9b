/** The stages that read a page of the web. What they saw is kept for the stages after them. */
import { findPlaceholder } from '../../content/judging/find-placeholder.ts';
import { judgeByContent } from '../../content/judge-by-content.ts';
import { lookAt, lookAtHome } from '../../content/look-at.ts';
import { isReadable, type LookDepth, type PageLook } from '../../content/page-look.ts';
import { addJudgements } from '../../engine/collect.ts';
import type { Judgement, Verdict } from '../../engine/judgement.ts';
import { NOTHING, WORKFLOW_THRESHOLDS, type Case, type Finding, type Replacing, type Stage, type StageName } from '../../engine/stage.ts';
import type { StageWork } from '../work.ts';

export interface LookFinding extends Finding {
  readonly look: PageLook;
}

/** Where an item is found on the web. */
export type PageAddress = { readonly kind: 'domain'; readonly host: string } | { readonly kind: 'url'; readonly url: string };

interface LookStage<Item> {
  readonly name: StageName;
  readonly depth: LookDepth;
  readonly toAddress: (item: Item) => PageAddress;
}

/** Reads the page of each item: its head, or all of it. Placeholders are left to the stage after it. */
export function makeLookStage<Item>({ name, depth, toAddress }: LookStage<Item>): Stage<Item, StageWork> {
  return {
    name,
    cost: 'network',
    run: async (cases, work) =>
      await Promise.all(
        cases.map(async (one) => {
          const address = toAddress(one.item);
          return toContentFinding(await takeLook(work, address, depth), address.kind, one);
        }),
      ),
  };
}

/** Stage 4.5: whether what was read is no page of a site but a placeholder, such as a parked domain. */
export function makePlaceholderStage<Item>(kind: PageAddress['kind']): Stage<Item, StageWork> {
  return {
    name: 'placeholder',
    cost: 'network',
    run: (cases) =>
      cases.map(({ findings }) => {
        const look = findLook(findings);
        return look === undefined || !isPlaceholder(look) ? NOTHING : { judgements: judgeByContent(look, kind) };
      }),
  };
}

/** The last look at the page of an item. */
export function findLook(findings: readonly Finding[]): PageLook | undefined {
  return findings.findLast((finding): finding is LookFinding => 'look' in finding)?.look;
}

export async function takeLook({ ctx, signal }: StageWork, address: PageAddress, depth: LookDepth): Promise<PageLook> {
  return address.kind === 'domain'
    ? await lookAtHome(ctx, address.host, { depth, signal })
    : await lookAt(ctx, address.url, { depth, signal });
}

/** Stages that see an address and no page. */
const OF_ADDRESS: ReadonlySet<string> = new Set<StageName>(['rules', 'category_hints', 'similarity']);
/** What address and page say together replaces what the address says, unless that is sure, or both say next to nothing. */
const REPLACES: Replacing = {
  dimensions: new Set(['tier1_type', 'domain_type', 'property_type', 'page_type', 'page_bucket']),
  from: 30,
  below: WORKFLOW_THRESHOLDS.otherwise,
};

/** What a look says of an item, beside what its address said. The head of a page repeats the name of its site, which would count twice. */
export function toContentFinding(look: PageLook, kind: PageAddress['kind'], one: Case<unknown>): LookFinding {
  if (look.outcome === 'unavailable') return { judgements: [], look, skipReason: 'domain_unavailable', isLast: true };
  if (isPlaceholder(look)) return { judgements: [], look };
  return look.depth === 'head'
    ? { judgements: judgeByContent(look, kind), look }
    : { judgements: judgeByContent(look, kind, findAddress(one)), look, replaces: REPLACES };
}

/** Not what looks said before: they weighed the address too, which would count twice. */
function findAddress({ stagesRun, findings }: Case<unknown>): readonly Judgement[] {
  const verdicts = new Map<string, Verdict>();
  for (const [at, { stage }] of stagesRun.entries())
    if (OF_ADDRESS.has(stage)) addJudgements(verdicts, stage as StageName, { judgements: findings[at]?.judgements ?? [] });
  return [...verdicts.values()];
}

function isPlaceholder(look: PageLook): boolean {
  return isReadable(look) && findPlaceholder(look.signals, look.isCut) !== undefined;
}
