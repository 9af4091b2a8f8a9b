import { DAY_MS } from '#kernel/durations.ts';
import { toAlertsTable } from './alerts.ts';
import { toAnswersTable } from './answers.ts';
import { toAppsTable } from './apps.ts';
import { toLinkersTable, toListTable } from './classification.ts';
import { toDomainsTable } from './domains.ts';
import { toResearchTable } from './research.ts';
import type { Story } from './story.ts';
import { toChange, toPercent, toSparkline, toTable } from '../tables.ts';
import { formatPlural } from '#kernel/text.ts';

const HISTORY_DAYS_MAX = 400;
const SHOWN_DAYS = 30;
const SHOWN_ROWS = 20;

interface Ranking {
  readonly keyword_id: string;
  readonly keyword: string;
  readonly domain: string;
  readonly device: string;
  readonly relationship: 'MINE' | 'COMPETITOR' | 'OTHER';
  readonly status: string;
  readonly position: number | null;
  readonly change: number | null;
  readonly check_date: string | null;
}

interface HistoryRecord {
  readonly domain: string;
  readonly rank: number | null;
}

/** Shows what the demo measured, the sums first: shares, domains, who links, what research found, an app on both stores, cost, and the first positions. */
export async function printReport(story: Story): Promise<void> {
  const rankings = await listAllRankings(story);
  const mine = rankings
    .filter((row) => row.domain === story.website)
    .toSorted((one, other) => one.keyword.localeCompare(other.keyword) || one.device.localeCompare(other.device));
  const shown = mine.slice(0, SHOWN_ROWS);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  say(`\nShare of ${mine.length} tracked keywords (sandbox data: simulated, not measured)\n`);
  say(toShareTable(story, rankings));
  say('\nWhat the rules of a new project said of these days\n');
  say(await toAlertsTable(story));
  say(`\nHow often assistants named and cited ${story.website} in the last whole week, with intervals of 95 %\n`);
  say(await toAnswersTable(story));
  say('\nWhat is known of both domains\n');
  say(await toDomainsTable(story));
  say('\nWhat the domains are that link to them, classified by rules and the built-in model\n');
  say(await toLinkersTable(story));
  say('\nA list of domains, pages and keywords, classified with its reasons\n');
  say(await toListTable(story));
  say(`\nThe best keywords that research has found for ${story.website}\n`);
  say(await toResearchTable(story));
  say('\nOne app on both app stores\n');
  say(await toAppsTable(story));
  say(`\n${toCostLine((await story.api.get<{ stats: CostStats }>('/api/admin/costs')).stats)}`);
  say(`\nPositions of ${story.website}${shown.length < mine.length ? `, ${shown.length} of ${mine.length}` : ''}\n`);
  say(await toPositionsTable(story, shown, rankings));
}

interface CostStats {
  readonly all_time: { readonly total_cost_usd: number; readonly total_requests: number };
  readonly by_service: readonly { readonly service: string; readonly requests: number }[];
}

/** Beside result pages the provider is asked for search volumes and the like. */
function toCostLine({ all_time: total, by_service: services }: CostStats): string {
  const pages = services.find(({ service }) => service === 'provider_serp')?.requests ?? 0;
  const others = total.total_requests - pages;
  const calls = others === 0 ? '' : ` and ${formatPlural(others, 'other call')}`;
  return `Cost so far: ${total.total_cost_usd.toFixed(4)} USD for ${formatPlural(pages, 'result page')}${calls} (simulated prices of the real provider)`;
}

async function listAllRankings(story: Story): Promise<Ranking[]> {
  const limit = 200;
  const all: Ranking[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await story.api.get<{ rankings: Ranking[]; pagination: { has_more: boolean } }>(
      `/api/rankings?project_id=${story.projectId}&limit=${limit}&offset=${offset}`,
    );
    all.push(...page.rankings);
    if (!page.pagination.has_more) return all;
  }
}

async function toPositionsTable(story: Story, shown: readonly Ranking[], rankings: readonly Ranking[]): Promise<string> {
  const rows: string[][] = [];
  for (const row of shown) {
    const rival = rankings.find((other) => other.keyword_id === row.keyword_id && other.domain === story.competitor);
    const history = await listHistory(story, row);
    rows.push([row.keyword, row.device, toCell(row), toChange(row.change), toSparkline(history), rival === undefined ? '' : toCell(rival)]);
  }
  return toTable(
    [
      { title: 'Keyword' },
      { title: 'Device' },
      { title: 'Position', align: 'right' },
      { title: 'Change', align: 'right' },
      { title: 'History' },
      { title: story.competitor, align: 'right' },
    ],
    rows,
  );
}

async function listHistory(story: Story, row: Ranking): Promise<(number | null)[]> {
  if (row.check_date === null) return [];
  const end = Date.parse(row.check_date);
  const start = new Date(end - HISTORY_DAYS_MAX * DAY_MS).toISOString().slice(0, 10);
  const { rankings } = await story.api.get<{ rankings: HistoryRecord[] }>(
    `/api/rankings?project_id=${story.projectId}&keyword_id=${row.keyword_id}&start_date=${start}&end_date=${row.check_date}&limit=200`,
  );
  return rankings
    .filter((record) => record.domain === row.domain)
    .slice(-SHOWN_DAYS)
    .map((record) => record.rank);
}

/** A failure is said as such and never drawn as a position. */
function toCell(row: Ranking): string {
  if (row.status === 'ranked') return String(row.position);
  return row.status === 'not_found' ? 'not in 100' : row.status;
}

function toShareTable(story: Story, rankings: readonly Ranking[]): string {
  const rows = [story.website, story.competitor].map((domain) => {
    const own = rankings.filter((row) => row.domain === domain);
    const within = (top: number): string =>
      toPercent(own.filter((row) => row.status === 'ranked' && (row.position ?? Infinity) <= top).length, own.length);
    return [domain, within(3), within(10), within(100)];
  });
  const share = { align: 'right' } as const;
  return toTable([{ title: 'Website' }, { title: 'Top 3', ...share }, { title: 'Top 10', ...share }, { title: 'Top 100', ...share }], rows);
}

/** In a line, while days are still simulated. */
export function toEarlyLink(link: string): string {
  return `The console fills while the days pass. This link signs you in once, in the next 10 minutes: ${link}`;
}

/** How to get into the console. */
export function toConsoleSteps(link: string): string {
  return `
The console shows all of this. This link signs you in; it works once, in the next 10 minutes:

  ${link}

Another one: npx sightline users sign-in-link

The keywords are checked every day of the simulated world: +1 d above each screen lets a day pass, +7 d a week.
`;
}

/** What to try while the service runs on. */
export function toNextSteps(story: Story, serviceUrl: string, keyFile: string): string {
  return `
The service runs at ${serviceUrl}, its API documentation at ${serviceUrl}/docs. To try next, in another terminal:

  KEY=$(cat ${keyFile})
  curl -H "Authorization: Bearer $KEY" "${serviceUrl}/api/rankings?project_id=${story.projectId}&limit=5"
  curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{"project_id":"${story.projectId}","keyword":"${story.keywords[0] ?? ''}"}' ${serviceUrl}/api/rankings/track
  curl -H "Authorization: Bearer $KEY" "${serviceUrl}/api/answers/series?project_id=${story.projectId}"
  curl -H "Authorization: Bearer $KEY" ${serviceUrl}/api/domains/${story.website}/summary
  curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{"domain":"${story.competitor}"}' ${serviceUrl}/api/admin/classifier/domain
  curl -H "Authorization: Bearer $KEY" ${serviceUrl}/api/admin/costs
`;
}
