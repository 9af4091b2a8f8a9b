import { listWatchedAssets, type TrackedSelection, type WatchedAsset } from '#areas/keywords/index.ts';
import { findProject, type Project } from '#areas/projects/index.ts';
import {
  listTags,
  listTracked,
  readOutcomes,
  toOwnTargets,
  type DayOutcome,
  type OutcomeSeries,
  type OutcomesQuestion,
  type TrackedKeyword,
} from '#areas/rankings/index.ts';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import type { Condition } from '../../rule.ts';
import type { AlertContext, SharedQuestion, SharedSubject, Source, Subject } from '../event-kind.ts';
import { LOOK_BACK_DAYS } from '../movements/series.ts';
import { toSelection } from '../where.ts';
import { addCompetitors, needsOf, type Needs } from './outcome-needs.ts';
import { listAssetChanges } from './store.ts';

/** A keyword on one result page, for one own site. */
export interface OutcomeSubject extends Subject {
  readonly keywordId: string;
  readonly keyword: string;
  readonly device: string;
  readonly locationCode: number;
  readonly engine: string;
  readonly channel: string;
  readonly domain: string;
  readonly targetPage: string | null;
  /** When the site was last changed, in epoch milliseconds: what counts as it may be another since then. */
  readonly changedAt: number;
}

/** As many keywords as the grid shows. */
const KEYWORDS_MAX = 20_000;
/** Ids of runs are evidence of what is said now; of a long past they would be most of what is read. */
const DAYS_WITH_RUNS = 7;

/** Where own sites stood, day by day, on what the project tracks and the rule is about. */
export const outcomes: Source<OutcomeSubject, DayOutcome> = {
  name: 'outcomes',
  lookBackDays: LOOK_BACK_DAYS,
  read: (ctx, { condition, ...question }) => readTogether(ctx, { ...question, conditions: [condition] }),
  readTogether,
};

async function* readTogether(ctx: AlertContext, question: SharedQuestion): AsyncGenerator<SharedSubject<OutcomeSubject, DayOutcome>> {
  const project = question.projectId === null ? undefined : await findProject(ctx.postgres, question.projectId);
  if (project === undefined) return;
  const [{ keywords, rulesOf }, tags, assets, changes] = await Promise.all([
    listAsked(ctx, project.id, question),
    listTags(ctx.postgres, project.id),
    listWatchedAssets(ctx.postgres, [project.id]),
    listAssetChanges(ctx.postgres, project.id),
  ]);
  const tagsOf = toTagsOf(tags);
  const sites = assets.get(project.id) ?? [];
  const own = new Map(sites.filter(({ role }) => role === 'primary').map(({ value, id }) => [value, id]));
  const needs = needsOf(question.conditions, sites);
  const asked = toOutcomesQuestion(project, question, { needs, sites, own: [...own.keys()] });
  const ids = [...keywords.values()].map(({ keywordId }) => keywordId);
  for await (const page of byPage(readOutcomes(ctx.clickhouse, asked, ids))) {
    const keyword = keywords.get(toKey(page[0] as OutcomeSeries));
    if (keyword === undefined) continue;
    if (needs.competitors.length > 0) addCompetitors(page, needs);
    for (const { domain, outcomes: observations } of page) {
      if (needs.competitors.includes(domain)) continue;
      const assetId = own.get(domain) ?? null;
      const rules = rulesOf(toKey(keyword)).filter((rule) => isOfAsset(question.conditions[rule], assetId));
      if (rules.length === 0) continue;
      yield {
        subject: toSubject(keyword, { domain, assetId, tags: tagsOf(keyword.keywordId), changedAt: changes.get(assetId ?? '') ?? 0 }),
        observations,
        rules,
      };
    }
  }
}

interface Sites {
  readonly needs: Needs;
  readonly sites: readonly WatchedAsset[];
  readonly own: readonly string[];
}

function toOutcomesQuestion(project: Project, { from, to }: SharedQuestion, { needs, sites, own }: Sites): OutcomesQuestion {
  return {
    projectId: project.id,
    timeZone: project.timeZone,
    scale: project.positionScale,
    from: addDays(from, -LOOK_BACK_DAYS),
    to,
    domains: [...own, ...needs.competitors],
    withFeatures: needs.features,
    own: needs.ours ? toOwnTargets(sites) : undefined,
    runsFrom: countDaysBetween(from, to) < DAYS_WITH_RUNS ? from : undefined,
  };
}

function isOfAsset(condition: Condition | undefined, assetId: string | null): boolean {
  const wanted = condition?.where['asset_id'];
  return wanted === undefined || wanted === assetId;
}

interface Asked {
  /** By their keys. */
  readonly keywords: ReadonlyMap<string, TrackedKeyword>;
  readonly rulesOf: (key: string) => readonly number[];
}

/** The keywords that the rules are about. Rules with the same filters are one question. */
async function listAsked(
  { postgres }: Pick<AlertContext, 'postgres'>,
  projectId: string,
  { conditions, keywordIds }: Pick<SharedQuestion, 'conditions' | 'keywordIds'>,
): Promise<Asked> {
  const selections = conditions.map((condition) => toSelection(projectId, condition));
  const bySelection = Map.groupBy(selections.keys(), (rule) => JSON.stringify(selections[rule]));
  const keywords = new Map<string, TrackedKeyword>();
  const rules = new Map<string, number[]>();
  for (const asking of bySelection.values()) {
    const selection = selections[asking[0] as number] as TrackedSelection;
    for (const keyword of await listTracked(postgres, { ...selection, keywordIds, limit: KEYWORDS_MAX })) {
      const key = toKey(keyword);
      keywords.set(key, keyword);
      rules.set(key, [...(rules.get(key) ?? []), ...asking]);
    }
  }
  return { keywords, rulesOf: (key) => rules.get(key) ?? [] };
}

/** The series of one keyword on one result page, together: those of competitors are of the same checks. */
async function* byPage(series: AsyncIterable<OutcomeSeries>): AsyncGenerator<OutcomeSeries[]> {
  let page: OutcomeSeries[] = [];
  for await (const one of series) {
    if (page[0] !== undefined && toKey(page[0]) !== toKey(one)) {
      yield page;
      page = [];
    }
    page.push(one);
  }
  if (page.length > 0) yield page;
}

type Page = Pick<TrackedKeyword, 'keywordId'> & { readonly engine: string; readonly channel: string };

function toKey({ keywordId, engine, channel }: Page): string {
  return `${keywordId} ${engine} ${channel}`;
}

function toSubject(
  keyword: TrackedKeyword,
  site: Pick<OutcomeSubject, 'domain' | 'changedAt'> & { readonly assetId: string | null; readonly tags: readonly string[] },
): OutcomeSubject {
  const { keywordId, engine, channel, device, locationCode, targetPage } = keyword;
  const key = `${toKey(keyword)} ${site.domain}`;
  return { ...site, key, label: keyword.keyword, keyword: keyword.keyword, device, locationCode, keywordId, engine, channel, targetPage };
}

function toTagsOf({ tags, keywordIds }: Awaited<ReturnType<typeof listTags>>): (keywordId: string) => readonly string[] {
  const named = new Map<string, string[]>();
  for (const [at, ids] of keywordIds.entries()) for (const id of ids) named.set(id, [...(named.get(id) ?? []), tags[at]?.name ?? '']);
  return (keywordId) => named.get(keywordId) ?? [];
}
