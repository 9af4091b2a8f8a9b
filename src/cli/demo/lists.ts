import { formatPlural } from '#kernel/text.ts';
import { toTable } from '../tables.ts';
import type { Story } from './story.ts';

const LOOK_MS = 200;
const LINKERS = 12;
const KEYWORDS = 6;
const SHOWN = 12;
const NAME = 'Demo: sites, pages and keywords';

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
  let list = lists.find(({ name, status }) => name === NAME && status === 'complete') ?? (await begin(story));
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
    `/api/admin/referring-domains/list?target=${website}&limit=${LINKERS}`,
  );
  const domains = [website, competitor, ...linkers.map((linker) => linker.referring_domain)];
  const pages = [`https://${website}/pricing`, `https://${website}/blog/`, `https://${competitor}/about`];
  const items = [...domains, ...pages, ...keywords.slice(0, KEYWORDS)];
  return await api.post<ClassificationList>('/api/classify', { items, name: NAME, project_id: projectId, skip_llm: true });
}

/** What the items of the list are, and why. */
export async function toListTable({ api, listId }: Story): Promise<string> {
  const { items } = await api.get<{ items: ListedItem[] }>(`/api/classify/${listId}/items`);
  // Some of each kind, in the order of the list.
  const shown = items.filter(({ kind }, at) => items.slice(0, at).filter((one) => one.kind === kind).length < SHOWN / 3);
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
