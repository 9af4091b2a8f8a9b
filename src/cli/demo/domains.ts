import { toTable } from '../tables.ts';
import type { Story } from './story.ts';

const LOOK_MS = 200;

interface Status {
  readonly onboard_status: string;
  readonly onboard_error: string | null;
  readonly progress: readonly { readonly status: string }[];
}

interface Summary {
  readonly backlinks_count: number | null;
  readonly referring_domains_count: number | null;
  readonly ranked_keywords_count: number | null;
  readonly rank: number | null;
  readonly properties: readonly unknown[];
}

/** Waits for what adding the websites has begun. Returns a line for the screen. */
export async function waitForOnboarding(story: Story, onProgress: (line: string) => void): Promise<string> {
  for (const domain of [story.website, story.competitor]) {
    for (let status = await readStatus(story, domain); status.onboard_status !== 'completed'; status = await readStatus(story, domain)) {
      if (status.onboard_status === 'failed')
        throw new Error(`${domain} could not be onboarded: ${status.onboard_error ?? 'unknown reason'}`);
      const done = status.progress.filter((part) => part.status === 'complete').length;
      onProgress(`${domain}: ${done} of ${status.progress.length} parts`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
  return `Onboarded ${story.website} and ${story.competitor}`;
}

async function readStatus(story: Story, domain: string): Promise<Status> {
  return await story.api.get<Status>(`/api/admin/domains/status?domain=${domain}`);
}

/** Who links to both, and what they rank for. */
export async function toDomainsTable(story: Story): Promise<string> {
  const rows: string[][] = [];
  for (const domain of [story.website, story.competitor]) {
    const summary = await story.api.get<Summary>(`/api/domains/${domain}/summary`);
    const { backlinks_count: links, referring_domains_count: domains, ranked_keywords_count: keywords, rank, properties } = summary;
    rows.push([domain, ...[links, domains, keywords, rank, properties.length].map(toCell)]);
  }
  const titles = ['Backlinks', 'Referring domains', 'Ranked keywords', 'Rank', 'Brand properties'];
  return toTable([{ title: 'Website' }, ...titles.map((title) => ({ title, align: 'right' as const }))], rows);
}

function toCell(value: number | null): string {
  return value === null ? 'not known' : String(value);
}
