import { listDomainTypes } from '#areas/classification/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { readCountedPage, type Page } from '#kernel/lists.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { toRate, type Rate } from '#kernel/statistics/rates.ts';
import { toSpan } from '../rates/get-summary.ts';
import { listBrands } from '../store/brands.ts';
import { listCitedSets, listSources, type SourceSpan, type Sides } from './analytics.ts';
import { countClasses } from './count-classes.ts';
import { toOwnerOf, toSides, type SiteOwner } from './sides.ts';

export const SOURCE_GROUPINGS = ['domain', 'page', 'class'] as const;

/** A site, a page or a class of sites that answers cite. */
export interface CitedSource {
  readonly source: string;
  /** Null: a class, which has sites of several owners. */
  readonly owner: SiteOwner | null;
  /** Over answered samples. */
  readonly rate: Rate;
  readonly prompts: number;
  readonly surfaces: readonly string[];
  /** Answers that cite it and name a competitor, but no own brand. */
  readonly besideRivals: number;
  /** Different sites: 1, or as many as a class has. */
  readonly sites: number;
  /** What the site is; null: the classifier found nothing, or never looked. */
  readonly domainType: string | null;
  /** Null: the site was never classified. Of a class: the oldest of its sites. */
  readonly classifiedAt: Date | null;
}

export interface SourceQuestion {
  readonly projectId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Of one kind. */
  readonly surfaces: readonly string[];
  readonly groupBy: (typeof SOURCE_GROUPINGS)[number];
}

export type SourceContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** What answers of some weeks cite, most cited first. @throws AppError `Project not found` */
export async function getSources(
  ctx: SourceContext,
  { projectId, groupBy, surfaces, ...asked }: SourceQuestion,
  page: Page,
): Promise<{ readonly sources: readonly CitedSource[]; readonly total: number }> {
  await getProject(ctx, projectId);
  const { from, to } = toSpan(asked, ctx.clock.now());
  const sides = toSides(await listBrands(ctx.postgres, projectId));
  await ctx.outbox.tryFlush();
  const question = { projectId, from, to, surfaces };
  return groupBy === 'class'
    ? await listClasses(ctx, { question, sides }, page)
    : await listSites(ctx, { question, sides, by: groupBy }, page);
}

interface Asked {
  readonly question: SourceSpan;
  readonly sides: Sides;
}

async function listSites(ctx: SourceContext, { question, sides, by }: Asked & { readonly by: 'domain' | 'page' }, page: Page) {
  const { rows, total } = await readCountedPage(page, (part) => listSources(ctx.clickhouse, { ...question, by }, sides, part));
  const siteOf = (host: string): string => toRegistrableDomain(host);
  const types = await listDomainTypes(ctx, [...new Set(rows.map(({ domain }) => siteOf(domain)))]);
  return {
    sources: rows.map(({ source, domain, answers, prompts, surfaces, beside, n }): CitedSource => {
      const found = types.get(siteOf(domain));
      return {
        source,
        owner: toOwnerOf(sides, domain),
        rate: toRate(answers, n),
        prompts,
        surfaces,
        besideRivals: beside,
        sites: 1,
        domainType: found?.type ?? null,
        classifiedAt: found?.classifiedAt ?? null,
      };
    }),
    total,
  };
}

/** What a site is lies in another store than the answers, so sites are counted together here. */
async function listClasses(ctx: SourceContext, { question, sides }: Asked, { limit, offset }: Page) {
  const sets = await listCitedSets(ctx.clickhouse, question, sides);
  const types = await listDomainTypes(ctx, [...new Set(sets.flatMap(({ domains }) => domains))]);
  const classes = countClasses(sets, types);
  return { sources: classes.slice(offset, offset + limit), total: classes.length };
}
