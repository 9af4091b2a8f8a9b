import { toTable } from '../tables.ts';
import type { Story } from './story.ts';
import { formatPlural } from '#kernel/text.ts';

const LOOK_MS = 200;
const KEYWORDS_MAX = 200;
const SHOWN = 8;
const CATEGORIES = 2;

interface RunRecord {
  readonly run_id: string;
  readonly status: string;
  readonly error: string | null;
  readonly progress: { readonly current_step: string | null };
  readonly enrichment: { readonly high_level_categories: readonly { readonly id: number }[] } | null;
  readonly harvest: { readonly kept_keywords: number; readonly clusters: number } | null;
}

interface FoundKeyword {
  readonly keyword: string;
  readonly score: number | null;
  readonly search_volume: number | null;
  readonly primary_intent: string | null;
}

/** Finds keywords for the website; a run of an earlier demo is taken as it is. Returns a line for the screen. */
export async function runDemoResearch(story: Story, onProgress: (line: string) => void): Promise<string> {
  const { runs } = await story.api.get<{ runs: RunRecord[] }>(`/run?project_id=${story.projectId}&status=complete&limit=1`);
  story.researchId = runs[0]?.run_id ?? (await harvest(story, onProgress));
  const { harvest: found } = await story.api.get<RunRecord>(`/run/${story.researchId}/status`);
  return `Found ${formatPlural(found?.kept_keywords ?? 0, 'keyword')} in ${formatPlural(found?.clusters ?? 0, 'group')} for ${story.website}`;
}

async function harvest(story: Story, onProgress: (line: string) => void): Promise<string> {
  const limits = { keywords_max: KEYWORDS_MAX };
  const begun = await story.api.post<RunRecord>('/run', { url: story.website, project_id: story.projectId, async: true, limits });
  const judged = await waitFor(story, { runId: begun.run_id, status: 'awaiting_category_confirmation', onProgress });
  await story.api.post(`/run/${begun.run_id}/confirm-categories`, {
    categories: (judged.enrichment?.high_level_categories ?? []).slice(0, CATEGORIES).map(({ id }) => ({ id })),
    locations: ['United States'],
  });
  await waitFor(story, { runId: begun.run_id, status: 'complete', onProgress });
  return begun.run_id;
}

interface Wait {
  readonly runId: string;
  readonly status: string;
  readonly onProgress: (line: string) => void;
}

async function waitFor({ api }: Story, { runId, status, onProgress }: Wait): Promise<RunRecord> {
  for (;;) {
    const record = await api.get<RunRecord>(`/run/${runId}/status`);
    if (record.status === status) return record;
    if (record.status === 'failed') throw new Error(`The research run has failed: ${record.error ?? ''}`);
    onProgress(record.progress.current_step ?? record.status);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The best keywords that were found. */
export async function toResearchTable({ api, researchId }: Story): Promise<string> {
  const { keywords } = await api.get<{ keywords: FoundKeyword[] }>(`/run/${researchId}/keywords?limit=${SHOWN}`);
  const right = { align: 'right' } as const;
  return toTable(
    [{ title: 'Keyword' }, { title: 'Score', ...right }, { title: 'Searches', ...right }, { title: 'Intent' }],
    keywords.map(({ keyword, score, search_volume: volume, primary_intent: intent }) => [
      keyword,
      score?.toFixed(0) ?? '',
      volume === null ? 'not known' : String(volume),
      intent ?? '',
    ]),
  );
}
