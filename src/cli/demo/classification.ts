import { toPercent, toTable } from '../tables.ts';
import type { Story } from './story.ts';
import { formatPlural } from '#kernel/text.ts';

const LOOK_MS = 200;
/** Referring domains in one answer. */
const LIMIT = 1_000;

interface Linker {
  readonly domain_type: string | null;
  readonly last_classified_at: string | null;
}

/** Waits until the domains that link to both websites are classified, which their onboarding has begun. Returns a line for the screen. */
export async function waitForClassification(story: Story, onProgress: (line: string) => void): Promise<string> {
  let total = 0;
  for (const domain of [story.website, story.competitor]) {
    let linkers = await listLinkers(story, domain);
    while (linkers.some((linker) => linker.last_classified_at === null)) {
      onProgress(`${domain}: ${linkers.filter((linker) => linker.last_classified_at !== null).length} of ${linkers.length}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      linkers = await listLinkers(story, domain);
    }
    total += linkers.length;
  }
  return `Classified ${formatPlural(total, 'domain that links', 'domains that link')} to them, without a paid call`;
}

/** What the domains are that link to both, the commonest types first. */
export async function toLinkersTable(story: Story): Promise<string> {
  const counts = await Promise.all([story.website, story.competitor].map(async (domain) => countTypes(await listLinkers(story, domain))));
  const types = [...new Set(counts.flatMap((byType) => [...byType.keys()]))];
  const all = (type: string): number => counts.reduce((sum, byType) => sum + (byType.get(type) ?? 0), 0);
  const rows = types
    .toSorted((one, other) => all(other) - all(one) || one.localeCompare(other))
    .map((type) => [type, ...counts.map((byType) => toShare(byType, type))]);
  const share = { align: 'right' } as const;
  return toTable([{ title: 'Type' }, { title: story.website, ...share }, { title: story.competitor, ...share }], rows);
}

function countTypes(linkers: readonly Linker[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { domain_type: type } of linkers) counts.set(type ?? 'not known', (counts.get(type ?? 'not known') ?? 0) + 1);
  return counts;
}

function toShare(counts: ReadonlyMap<string, number>, type: string): string {
  return toPercent(
    counts.get(type) ?? 0,
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  );
}

async function listLinkers(story: Story, domain: string): Promise<Linker[]> {
  const { referring_domains: linkers } = await story.api.get<{ referring_domains: Linker[] }>(
    `/api/admin/referring-domains/list?target=${domain}&limit=${LIMIT}`,
  );
  return linkers;
}
