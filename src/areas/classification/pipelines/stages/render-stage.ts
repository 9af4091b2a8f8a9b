/** The stage that has empty shells read by the provider's page service, where an operator allows that. */
import type { BudgetExceededError } from '#kernel/errors.ts';
import type { PageWay, ServicePage } from '#providers/search-data/index.ts';
import { fillShell, isShell } from '../../content/fill-shell.ts';
import { findPlaceholder } from '../../content/judging/find-placeholder.ts';
import type { SeenPage } from '../../content/page-look.ts';
import type { Judgement } from '../../engine/judgement.ts';
import { NOTHING, type Case, type Finding, type SkipReason, type Stage } from '../../engine/stage.ts';
import { findLook, toContentFinding, type LookFinding, type PageAddress } from './content-stages.ts';
import type { StageWork } from '../work.ts';

/** A shell that is filled later is surer to be filled than it was to be a shell. */
const OF_SHELL = 90;
const OF_FILLED = 100;
const DAILY: ReadonlySet<string> = new Set(['daily_usd']);

/** A page that could not be filled says so, and is judged by nothing that it does not hold. */
export function makeRenderStage<Item>(kind: PageAddress['kind']): Stage<Item, StageWork> {
  return {
    name: 'rendered_page',
    cost: 'network',
    run: async (cases, work) => {
      const looks = cases.map((one) => ({ one, look: findShell(one.findings) }));
      const shells = looks.flatMap(({ look }) => look ?? []);
      const read = await readShells(shells, work);
      return await Promise.all(
        looks.map(async ({ one, look }) =>
          look === undefined ? NOTHING : await toOutcome(look, read.get(look.finalUrl), { one, kind, work }),
        ),
      );
    },
  };
}

function findShell(findings: readonly Finding[]): SeenPage | undefined {
  const look = findLook(findings);
  return look?.outcome === 'seen' && isShell(look) ? look : undefined;
}

/** All of them together. What was read that way before is not asked for again. */
async function readShells(shells: readonly SeenPage[], { ctx, scope, signal, shells: way }: StageWork): Promise<Map<string, ServicePage>> {
  if (way === 'off' || way === 'asked' || !ctx.searchData.isConfigured) return new Map();
  const urls = shells.filter(({ readBy }) => readBy === 'self' || (readBy === 'plain' && way !== 'plain')).map(({ finalUrl }) => finalUrl);
  if (urls.length === 0) return new Map();
  const pages = await ctx.searchData.readPages([...new Set(urls)], way, scope, signal);
  return new Map(pages.map((page) => [page.url, page]));
}

interface Asked {
  readonly one: Case<unknown>;
  readonly kind: PageAddress['kind'];
  readonly work: StageWork;
}

async function toOutcome(look: SeenPage, page: ServicePage | undefined, { one, kind, work }: Asked): Promise<Finding | LookFinding> {
  if (page === undefined) return toUnfilled(look, whyNotAsked(look, work));
  if (page.state === 'refused') return { ...toUnfilled(look, `not rendered: ${page.error.message}`), skipReason: toSkipReason(page.error) };
  if (page.state === 'failed') return { ...toUnfilled(look, `not rendered: ${page.reason}`), costUsd: page.costUsd };
  const filled = await fillShell(work.ctx, look, { html: page.html, way: work.shells as PageWay });
  if (isShell(filled))
    return { ...toUnfilled(filled, `the page service found no more (${work.shells})`), look: filled, costUsd: page.costUsd };
  const { judgements, ...finding } = toContentFinding(filled, kind, one);
  const evidence = [`an empty shell that the page service read (${work.shells}): ${filled.signals.counts.words} words`];
  const reading: Judgement = { dimension: 'page_reading', label: 'filled', confidence: OF_FILLED, evidence };
  return { ...finding, judgements: [...judgements, reading], costUsd: page.costUsd };
}

function whyNotAsked({ readBy }: SeenPage, { ctx, shells }: StageWork): string {
  if (readBy !== 'self') return `the page service found no more (${readBy})`;
  if (shells === 'asked') return 'not rendered';
  return shells === 'off'
    ? 'not rendered: the page service is off'
    : ctx.searchData.isConfigured
      ? 'not rendered'
      : 'not rendered: no provider';
}

function toUnfilled({ signals, isCut }: SeenPage, why: string): Finding {
  const evidence = [...(findPlaceholder(signals, isCut)?.evidence ?? []), why];
  return { judgements: [{ dimension: 'page_reading', label: 'shell', confidence: OF_SHELL, evidence }] };
}

function toSkipReason({ budget }: BudgetExceededError): SkipReason {
  return DAILY.has(budget) ? 'daily_budget_exceeded' : 'budget_exceeded';
}
