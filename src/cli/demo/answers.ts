import { addDays, listDays } from '#kernel/days.ts';
import { toMonday, WEEK_DAYS } from '#kernel/weeks.ts';
import { toTable } from '../tables.ts';
import type { Story } from './story.ts';

const SURFACES = ['chat_gpt', 'gemini'] as const;
const SAMPLES_PER_WEEK = 5;
const RIVALS = 3;
/** Whole weeks before that of the last day: two can be compared. */
const WEEKS = 2;
/** By so many points one assistant names the website more often in the second week: there is something to find. */
const MOVED = { surface: 'chat_gpt', points: 30 } as const;
const PROMPTS = [
  'What is the best invoicing software for freelancers?',
  'Which invoicing software suits a small agency?',
  'Can you recommend invoicing software for a bakery?',
  'Which invoicing tool should a new company use?',
  'What invoicing software do consultants use?',
  'Which invoicing software is easy to learn?',
];

/** Which answers a run of the demo brings. */
export interface AnswerDays {
  /** Days before the first one whose positions are checked: answers are counted by whole weeks. */
  readonly before: readonly string[];
  /** From this day on assistants are asked; empty: since an earlier run. */
  readonly from: string;
}

/** A first run begins two weeks before that of its last day; a later one goes on with its days. @param days whose positions are checked */
export async function listAnswerDays(story: Story, days: readonly string[]): Promise<AnswerDays> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { plan } = await story.api.get<{ plan: { surfaces: readonly string[] } }>(`/api/answers/plan?project_id=${story.projectId}`);
  if (plan.surfaces.length > 0) return { before: [], from: '' };
  const from = addDays(toMonday(last), -WEEKS * WEEK_DAYS);
  return { before: from < first ? listDays(from, addDays(first, -1)) : [], from };
}

/** Says at the beginning of a day what assistants are asked, and by which plan: what is due before is not asked. */
export async function planAnswers({ api, sandbox, projectId, ...story }: Story, day: string): Promise<void> {
  await sandbox.post('/_sandbox/clock', { now: `${day}T00:00:00.000Z` });
  const brands = await listBrands({ sandbox, ...story });
  await api.put('/api/answers/brands', { project_id: projectId, brands });
  await api.post('/api/answers/prompts', { project_id: projectId, prompts: PROMPTS.map((text) => ({ text })) });
  await api.put('/api/answers/plan', { project_id: projectId, surfaces: SURFACES, samples_per_week: SAMPLES_PER_WEEK });
  const { surface, points } = MOVED;
  await sandbox.post('/_sandbox/assistants', { surface, from: addDays(day, WEEK_DAYS), shift: { domain: story.website, points } });
}

interface Named {
  readonly domain: string;
  readonly name: string;
  readonly named: number;
}

/** The website, its competitor, and those that assistants name most beside them. */
async function listBrands({ sandbox, website, competitor }: Pick<Story, 'sandbox' | 'website' | 'competitor'>) {
  const query = new URLSearchParams({ prompt: PROMPTS[0] ?? '', surface: SURFACES[0] });
  const { brands } = await sandbox.get<{ brands: readonly Named[] }>(`/_sandbox/truth/answers?${query.toString()}`);
  const rank = ({ domain, named }: Named): number => (domain === website ? 3 : domain === competitor ? 2 : named);
  return brands
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, 1 + RIVALS)
    .map(({ domain, name }) => ({ name, domains: [domain], role: domain === website ? 'own' : 'competitor' }));
}

const LOOK_MS = 100;

/** Waits until what was asked is answered, or the time is over: what is still to come is said as that. */
export async function waitForAnswers({ api, projectId }: Story, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const { total } = await api.get<{ total: number }>(`/api/answers/samples?project_id=${projectId}&status=pending&limit=1`);
    if (total === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

interface Rate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

interface Group {
  readonly surface: string;
  readonly mention_rate: Rate;
  readonly citation_rate: Rate;
  readonly change: { readonly mention_rate: { readonly verdict: string } };
}

/** How often assistants named and cited the website in the last whole week. */
export async function toAnswersTable({ api, projectId }: Story): Promise<string> {
  const running = await api.get<{ from: string }>(`/api/answers/summary?project_id=${projectId}`);
  const week = addDays(running.from, -WEEK_DAYS);
  const { groups } = await api.get<{ groups: readonly Group[] }>(`/api/answers/summary?project_id=${projectId}&from=${week}&to=${week}`);
  if (groups.length === 0) return 'None: no assistant was asked in the last whole week.';
  const right = { align: 'right' } as const;
  return toTable(
    [
      { title: 'Assistant' },
      { title: 'Answers', ...right },
      { title: 'Named', ...right },
      { title: 'Cited', ...right },
      { title: 'Named, since the week before' },
    ],
    groups.map(({ surface, mention_rate: named, citation_rate: cited, change }) => [
      surface,
      String(named.n),
      sayRate(named),
      sayRate(cited),
      change.mention_rate.verdict.replaceAll('_', ' '),
    ]),
  );
}

/** `31.3 % (25.8 to 37.4)`; the interval holds the true value in 95 of 100 cases. */
function sayRate({ value, low, high }: Rate): string {
  if (value === null || low === null || high === null) return 'not known';
  const [rate, from, to] = [value, low, high].map((share) => (100 * share).toFixed(1));
  return `${rate} % (${from} to ${to})`;
}
