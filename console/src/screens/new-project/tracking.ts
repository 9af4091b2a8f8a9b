import { getTags, postKeywordsTrack, postProjectKeywordsBulk, postTags, type Estimate } from '#client';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { sumKnown } from '#data/sum-known.ts';
import { toBatches, toPairs, type Devices } from './keyword-list.ts';

export interface Plan {
  readonly projectId: string;
  readonly keywords: readonly string[];
  /** Names of tags that they get. */
  readonly tags: readonly string[];
  readonly devices: Devices;
  readonly interval: 'daily' | 'weekly' | 'monthly';
  readonly depth: number;
  readonly strategy: 'full' | 'until_found' | 'adaptive';
}

function toBodies({ projectId, keywords, devices, interval, depth, strategy }: Plan) {
  return toBatches(toPairs(keywords, devices)).map((batch) => ({
    project_id: projectId,
    check_interval: interval,
    depth,
    depth_strategy: strategy,
    keywords: batch,
  }));
}

/**
 * What a plan costs now and in 30 days, by the service's own count.
 * @throws ApiError when the service refuses it
 */
export async function askPriceOfPlan(plan: Plan): Promise<Estimate> {
  const answers = await Promise.all(toBodies(plan).map((body) => ask(postKeywordsTrack, { body: { ...body, dry_run: true } })));
  const estimates = answers.map(readEstimate);
  const monthlyUsd = sumKnown(estimates, ({ monthly_cost_usd: cost }) => cost);
  return {
    calls: sumKnown(estimates, ({ calls }) => calls) ?? 0,
    cost_usd: sumKnown(estimates, ({ cost_usd: cost }) => cost) ?? 0,
    ...(monthlyUsd !== null && { monthly_cost_usd: monthlyUsd }),
  };
}

/**
 * Tracks the keywords, begins their first checks and tags them.
 * @returns how many are tracked, and what keeps checks from working, if anything does
 * @throws ApiError when the service refuses them
 */
export async function startPlan(plan: Plan): Promise<{ readonly tracked: number; readonly warning: string | undefined }> {
  const ids: string[] = [];
  let warning: string | undefined;
  for (const body of toBodies(plan)) {
    const answer = await ask(postKeywordsTrack, { body });
    ids.push(...answer.keywords.map(({ keyword_id: id }) => id));
    warning ??= answer.warning;
  }
  await tagKeywords(plan, ids);
  return { tracked: ids.length, warning };
}

async function tagKeywords({ projectId, tags }: Plan, keywordIds: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const known = new Map((await ask(getTags, { query: { project_id: projectId } })).tags.map(({ id, name }) => [name, id]));
  for (const name of tags.filter((wanted) => !known.has(wanted)))
    known.set(name, (await ask(postTags, { body: { project_id: projectId, name } })).tag.id);
  const tagIds = tags.map((name) => known.get(name) ?? name);
  for (const batch of toBatches([...new Set(keywordIds)]))
    await ask(postProjectKeywordsBulk, { body: { project_id: projectId, keyword_ids: batch, add_tag_ids: tagIds } });
}
