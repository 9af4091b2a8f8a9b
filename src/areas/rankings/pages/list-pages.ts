import { describeOwnPages, type TargetPageLabels } from '#areas/classification/index.ts';
import { toDueDate } from '#areas/keywords/index.ts';
import { getProject, type Project } from '#areas/projects/index.ts';
import { findOwnSites, toSpan, type GridContext } from '../grid/get-grid.ts';
import { toTrackedKey, type Span, type TrackedFilter } from '../grid/grid.ts';
import { listTracked } from '../grid/store.ts';
import { makeVoice } from '../reports/own-weights.ts';
import { listPageDays } from './analytics.ts';
import { groupByPage, type LandingPage, type RankedKeyword } from './group-by-page.ts';

const KEYWORDS_MAX = 20_000;

export interface PagesInput extends TrackedFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only pages that earn, or only others; those whose type is not known are neither. */
  readonly moneyPages?: boolean | undefined;
  readonly offset: number;
}

/** A landing page, and what it is to its owner. */
export type JudgedPage = LandingPage & TargetPageLabels;

export interface LandingPages extends Pick<Project, 'positionScale' | 'pendingScale' | 'voiceCurve'> {
  readonly timeZone: string;
  readonly span: Span;
  readonly pages: readonly JudgedPage[];
  readonly total: number;
  /** Counts of all landing pages, before the filter of pages that earn. */
  readonly ofMoney: { readonly money: number; readonly other: number; readonly unknown: number };
  /** Tracked keywords with a good check in the span, and those of them that rank by the newest one. */
  readonly checked: number;
  readonly ranked: number;
  /** Keywords that had more than one page in the span, most pages first. */
  readonly contested: readonly RankedKeyword[];
}

const CONTESTED_MAX = 1_000;

/**
 * The project's pages that rank for what it tracks, by the newest good check of each keyword within the span; those
 * with the most keywords first.
 * @throws AppError `Project not found`; on a span of more than 400 days
 */
export async function listPages(ctx: GridContext, input: PagesInput): Promise<LandingPages> {
  const project = await getProject(ctx, input.projectId);
  const span = toSpan(input, toDueDate(ctx.clock.now(), project.timeZone));
  const sites = await findOwnSites(ctx, project);
  const [tracked, daysOf] = await Promise.all([
    listTracked(ctx.postgres, { ...input, limit: KEYWORDS_MAX }),
    listPageDays(ctx.clickhouse, sites, span),
  ]);
  const keywords = tracked.flatMap((keyword): RankedKeyword[] => {
    const pages = daysOf.get(toTrackedKey(keyword.keywordId, keyword.engine, keyword.channel));
    return pages === undefined ? [] : [{ ...keyword, pages }];
  });
  const judged = await judgePages(ctx, groupByPage(keywords, makeVoice(project.voiceCurve)));
  const pages = judged.filter(({ isMoneyPage }) => input.moneyPages === undefined || isMoneyPage === input.moneyPages);
  const count = (isMoney: boolean | null): number => judged.filter(({ isMoneyPage }) => isMoneyPage === isMoney).length;
  return {
    timeZone: project.timeZone,
    positionScale: project.positionScale,
    pendingScale: project.pendingScale,
    voiceCurve: project.voiceCurve,
    span,
    pages: pages.slice(input.offset, input.offset + input.limit),
    total: pages.length,
    ofMoney: { money: count(true), other: count(false), unknown: count(null) },
    checked: keywords.length,
    ranked: keywords.filter(({ pages: [newest] }) => newest !== undefined && newest.page !== '').length,
    contested: keywords
      .filter(isContested)
      .toSorted((one, other) => countPages(other) - countPages(one))
      .slice(0, CONTESTED_MAX),
  };
}

async function judgePages(ctx: GridContext, pages: readonly LandingPage[]): Promise<JudgedPage[]> {
  const found = await describeOwnPages(
    ctx,
    pages.map(({ page }) => page),
  );
  return pages.map((page) => ({ ...page, ...(found.get(page.page) ?? UNKNOWN) }));
}

const UNKNOWN: TargetPageLabels = {
  targetPageType: null,
  targetPageCategory: null,
  isMoneyPage: null,
  targetPageConfidence: null,
  targetPageEvidence: null,
};

/** Whether several own pages took turns for a keyword. */
function isContested(keyword: RankedKeyword): boolean {
  return countPages(keyword) > 1;
}

function countPages({ pages }: RankedKeyword): number {
  return pages.filter(({ page }) => page !== '').length;
}
