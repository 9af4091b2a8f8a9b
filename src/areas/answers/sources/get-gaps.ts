import { listDomainTypes } from '#areas/classification/index.ts';
import { findReferringFacts, type DomainReader, type ReferringFacts } from '#areas/domains/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { readCountedPage, type Page } from '#kernel/lists.ts';
import { toRate, type Rate } from '#kernel/statistics/rates.ts';
import { toSpan } from '../rates/get-summary.ts';
import { listBrands } from '../store/brands.ts';
import { countSides, listGapSites } from './analytics.ts';
import type { SourceContext, SourceQuestion } from './get-sources.ts';
import { toSides } from './sides.ts';

/**
 * Whether a site links to us: `live`; `lost`: it did; `none`: of all referring domains it is none; `not_found`: it is none of those that were
 * fetched, which are not all; `not_looked`: ours were never fetched.
 */
export const LINK_STATES = ['live', 'lost', 'none', 'not_found', 'not_looked'] as const;

export interface LinkFacts {
  readonly state: (typeof LINK_STATES)[number];
  /** Links to own sites; null unless `live`, or not counted. */
  readonly backlinks: number | null;
  /** Sites of competitors that it links to, of those whose referring domains were fetched; null: of none. */
  readonly rivals: number | null;
  /** 0 to 100; null: not known. */
  readonly rank: number | null;
}

/** A site that answers cite beside rivals and never beside us. */
export interface AnswerGap {
  readonly domain: string;
  /** Answers that cite it, of those with a rival in them. */
  readonly besideRivals: Rate;
  /** The same of those with us in them: none, and how sure that is. */
  readonly besideUs: Rate;
  /** All answers that cite it. */
  readonly answers: number;
  /** With a rival in the answer. */
  readonly prompts: number;
  readonly surfaces: readonly string[];
  readonly domainType: string | null;
  /** Null: never classified. */
  readonly classifiedAt: Date | null;
  readonly links: LinkFacts;
}

export interface AnswerGaps {
  /** Whole weeks. */
  readonly from: string;
  readonly to: string;
  /** Answered samples, those with a rival in them, and those with us. */
  readonly answers: number;
  readonly withRivals: number;
  readonly withUs: number;
  readonly gaps: readonly AnswerGap[];
  readonly total: number;
}

/**
 * Sites of others that answers of some weeks cite beside rivals and never beside us, the most cited first. A brand is in an answer that
 * names it or cites its site. What sites are and whether they link is what is kept: it asks nothing outside.
 * @throws AppError `Project not found`
 */
export async function getGaps(
  ctx: SourceContext & DomainReader,
  { projectId, surfaces: counted, ...asked }: Omit<SourceQuestion, 'groupBy'>,
  page: Page,
): Promise<AnswerGaps> {
  await getProject(ctx, projectId);
  const { from, to } = toSpan(asked, ctx.clock.now());
  const sides = toSides(await listBrands(ctx.postgres, projectId));
  await ctx.outbox.tryFlush();
  const question = { projectId, from, to, surfaces: counted };
  const [counts, { rows, total }] = await Promise.all([
    countSides(ctx.clickhouse, question, sides),
    readCountedPage(page, (part) => listGapSites(ctx.clickhouse, question, sides, part)),
  ]);
  const domains = rows.map(({ domain }) => domain);
  const [types, facts] = await Promise.all([
    listDomainTypes(ctx, domains),
    findReferringFacts(ctx, [...sides.ownDomains, ...sides.rivalDomains], domains),
  ]);
  const own = new Set(sides.ownDomains);
  return {
    from,
    to: addDays(to, WEEK_DAYS - 1),
    answers: counts.answers,
    withRivals: counts.with_rivals,
    withUs: counts.with_us,
    gaps: rows.map(({ domain, answers, prompts, surfaces, beside }) => ({
      domain,
      besideRivals: toRate(beside, counts.with_rivals),
      besideUs: toRate(0, counts.with_us),
      answers,
      prompts,
      surfaces,
      domainType: types.get(domain)?.type ?? null,
      classifiedAt: types.get(domain)?.classifiedAt ?? null,
      links: toLinkFacts(domain, facts, own),
    })),
    total,
  };
}

function toLinkFacts(domain: string, { looked, links }: ReferringFacts, own: ReadonlySet<string>): LinkFacts {
  const mine = links.filter(({ referringDomain }) => referringDomain === domain);
  const [ours, theirs] = [mine.filter(({ target }) => own.has(target)), mine.filter(({ target }) => !own.has(target))];
  const live = ours.filter(({ isLost }) => !isLost);
  const counts = live.flatMap(({ backlinks }) => backlinks ?? []);
  const lookedOurs = looked.filter(({ target }) => own.has(target));
  const isWhole = lookedOurs.length === own.size && lookedOurs.every((one) => one.isWhole);
  const ranks = mine.flatMap(({ rank }) => rank ?? []);
  return {
    state: live.length > 0 ? 'live' : ours.length > 0 ? 'lost' : lookedOurs.length === 0 ? 'not_looked' : isWhole ? 'none' : 'not_found',
    backlinks: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    rivals: looked.length === lookedOurs.length ? null : new Set(theirs.filter(({ isLost }) => !isLost).map(({ target }) => target)).size,
    rank: ranks.length === 0 ? null : Math.max(...ranks),
  };
}
