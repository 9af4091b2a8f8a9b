import { toPercent, toTable } from '../tables.ts';
import type { Story } from './story.ts';
import { formatPlural } from '#kernel/text.ts';

const LOOK_MS = 200;
/** Referring domains in one answer. */
const LIMIT = 1_000;
const LIST_LINKERS = 12;
const LIST_KEYWORDS = 6;
const LIST_SHOWN = 12;
const LIST_NAME = 'Demo: sites, pages and keywords';

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

interface ClassificationList {
  readonly list_id: string;
  readonly name: string;
  readonly status: string;
  readonly error: string | null;
  readonly items: number;
  readonly done: number;
  readonly cost_usd: number;
  readonly statuses: Readonly<Record<string, number>>;
}

interface ListedItem {
  readonly item: string;
  readonly kind: string;
  readonly label: string | null;
  readonly confidence: number | null;
  readonly status: string;
  readonly why: string | null;
}

/** Classifies a list of domains, pages and keywords by the stages that cost nothing; that of an earlier demo is taken as it is. Returns a line for the screen. */
export async function classifyList(story: Story, onProgress: (line: string) => void): Promise<string> {
  const { lists } = await story.api.get<{ lists: ClassificationList[] }>(`/api/classify?project_id=${story.projectId}`);
  let list = lists.find(({ name, status }) => name === LIST_NAME && status === 'complete') ?? (await begin(story));
  story.listId = list.list_id;
  while (list.status !== 'complete') {
    if (list.status === 'failed' || list.status === 'cancelled') throw new Error(`The list is ${list.status}: ${list.error ?? ''}`);
    onProgress(`${list.done} of ${list.items} items`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    list = await story.api.get<ClassificationList>(`/api/classify/${list.list_id}`);
  }
  const { classified = 0, corrected = 0 } = list.statuses;
  const open = list.items - classified - corrected;
  return `Classified a list of ${formatPlural(list.items, 'item')} for ${list.cost_usd.toFixed(2)} USD: ${open === 0 ? 'all are sure' : `${open} stay open`}`;
}

async function begin({ api, website, competitor, projectId, keywords }: Story): Promise<ClassificationList> {
  const { referring_domains: linkers } = await api.get<{ referring_domains: { referring_domain: string }[] }>(
    `/api/admin/referring-domains/list?target=${website}&limit=${LIST_LINKERS}`,
  );
  const domains = [website, competitor, ...linkers.map((linker) => linker.referring_domain)];
  const pages = [`https://${website}/pricing`, `https://${website}/blog/`, `https://${competitor}/about`];
  const items = [...domains, ...pages, ...keywords.slice(0, LIST_KEYWORDS)];
  return await api.post<ClassificationList>('/api/classify', { items, name: LIST_NAME, project_id: projectId, skip_llm: true });
}

/** What the items of the list are, and why. */
export async function toListTable({ api, listId }: Story): Promise<string> {
  const { items } = await api.get<{ items: ListedItem[] }>(`/api/classify/${listId}/items`);
  // Some of each kind, in the order of the list.
  const shown = items.filter(({ kind }, at) => items.slice(0, at).filter((one) => one.kind === kind).length < LIST_SHOWN / 3);
  return toTable(
    [{ title: 'Item' }, { title: 'Is' }, { title: 'Confidence', align: 'right' }, { title: 'State' }, { title: 'Why' }],
    shown.map(({ item, label, confidence, status, why }) => [
      item,
      label?.replaceAll('_', ' ') ?? 'not known',
      label === null ? '' : String(confidence ?? ''),
      status.replaceAll('_', ' '),
      (why ?? '').split('; ')[0] ?? '',
    ]),
  );
}
