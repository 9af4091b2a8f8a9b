import { areas } from '#areas/index.ts';
import { joinAreas } from '#area/index.ts';
import { toToolEntry } from '#areas/assistants/mcp/tool-entry.ts';
import { ANSWER_BYTES_MAX } from '#areas/assistants/mcp/cut-to-size.ts';
import { addDays } from '#kernel/days.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { loadBulkHistory, loadBulkProject, toBulkKeywordId } from './support/bulk-project.ts';
import { timePairs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';
import { BENCH_KEY } from './support/process.ts';

const PROJECT = { projectId: 'proj_mcp', keywords: 10_000 };
const DAYS = 30;
const YEAR_DAYS = 365;
const ROUNDS = 200;
/** The first messages load what the protocol needs, and are compiled as they run. */
const WARM_UP = 200;
const RATIO_MAX = 1.3;
const TOKENS_MAX = 9_000;
const USUAL_TOKENS_MAX = 6_000;
const house = joinAreas(areas);

/** The list that a model reads, whole lists by cursor, and what a tool takes over the operations that it calls. */
export const mcp: Bench = {
  name: 'mcp',
  summary: `what assistants cost: the list of tools in tokens (bytes / 4), ${PROJECT.keywords} keywords by cursor, and tools against the operations that they call`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { postgres, clickhouse, clock } = bench.app.context;
      await loadBulkProject(postgres, PROJECT);
      const lastDay = addDays(clock.now().toISOString().slice(0, 10), -1);
      await loadBulkHistory(clickhouse, PROJECT, { lastDay, days: DAYS, yearDays: YEAR_DAYS });
      await postgres.query('vacuum analyze');
      await awaitMerges(clickhouse);
      return {
        rows: [...measureList(), ...(await readAll(bench)), ...(await measureTools(bench, lastDay))],
        notes: [
          'ratios are medians of pairs that follow each other: one message of the protocol inside the process, against the same operations by invoke',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

function measureList(): BenchRow[] {
  const { assistantTools: tools } = house.common;
  const usual = tools.filter(({ toolset }) => toolset === 'core' || toolset === 'answers');
  const tokens = (list: typeof tools): number =>
    Math.ceil(
      Buffer.byteLength(
        JSON.stringify(list.map(toToolEntry).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
      ) / 4,
    );
  return [
    { figure: 'tools', value: tools.length, unit: 'tools', bound: { atMost: 21 } },
    { figure: 'all of them', value: tokens(tools), unit: 'tokens', bound: { atMost: TOKENS_MAX } },
    { figure: 'those that are shown at first', value: tokens(usual), unit: 'tokens', bound: { atMost: USUAL_TOKENS_MAX } },
  ];
}

async function readAll(bench: BenchApp): Promise<BenchRow[]> {
  const seen = new Set<string>();
  let [rows, pages, largest, cursor]: [number, number, number, string | undefined] = [0, 0, 0, undefined];
  const begun = performance.now();
  do {
    const answer: { keywords: { keyword_id: string; device: string }[]; next_cursor?: string } = await callTool(bench, 'list_keywords', {
      project_id: PROJECT.projectId,
      limit: 300,
      ...(cursor === undefined ? {} : { cursor }),
    });
    largest = Math.max(largest, Buffer.byteLength(JSON.stringify(answer)));
    for (const { keyword_id: id, device } of answer.keywords) seen.add(`${id} ${device}`);
    [rows, pages, cursor] = [rows + answer.keywords.length, pages + 1, answer.next_cursor];
  } while (cursor !== undefined);
  return [
    { figure: 'keywords read by cursor', value: rows, unit: 'rows', bound: { atLeast: PROJECT.keywords } },
    { figure: 'of them twice', value: rows - seen.size, unit: 'rows', bound: { atMost: 0 } },
    { figure: 'the largest answer', value: largest, unit: 'bytes', bound: { atMost: ANSWER_BYTES_MAX } },
    { figure: `all ${pages} answers`, value: (performance.now() - begun) / pages, unit: 'ms each' },
  ];
}

type Asked = readonly [name: string, query: Readonly<Record<string, string>>, params?: Readonly<Record<string, string>>];

/** Tools beside what they ask. */
async function measureTools(bench: BenchApp, day: string): Promise<BenchRow[]> {
  const { projectId: project_id } = PROJECT;
  const keyword_id = toBulkKeywordId(project_id, 1);
  const from = addDays(day, -7);
  const cases: readonly (readonly [tool: string, input: object, operations: readonly Asked[]])[] = [
    ['find', { q: 'keyword' }, [['/api/search', { q: 'keyword', limit: '10' }]]],
    [
      'project_overview',
      { project_id },
      [
        ['/api/projects/{project_id}/overview', {}, { project_id }],
        ['/api/projects/{project_id}/budget', {}, { project_id }],
      ],
    ],
    [
      'keyword_history',
      { project_id, keyword_id, from, to: day },
      [
        ['/api/rankings', { project_id, keyword_id, start_date: from, end_date: day, relationship: 'MINE', limit: '60', offset: '0' }],
        ['/api/rankings/failures', { project_id, keyword_id, from, to: day, limit: '50' }],
        ['/api/annotations', { project_id, from, to: day, limit: '20' }],
      ],
    ],
    [
      'spending',
      { project_id },
      [
        ['/api/projects/{project_id}/costs', { limit: '1' }, { project_id }],
        ['/api/projects/{project_id}/budget', {}, { project_id }],
      ],
    ],
  ];
  const rows: BenchRow[] = [];
  for (const [tool, input, operations] of cases) {
    for (let round = 0; round < WARM_UP; round += 1) await callTool(bench, tool, input);
    const { oursMs, speedRatio } = await timePairs(
      ROUNDS,
      async () => void (await callTool(bench, tool, input)),
      async () => {
        for (const one of operations) JSON.parse(await ask(bench, one));
      },
    );
    rows.push(
      { figure: tool, value: oursMs, unit: 'ms' },
      { figure: `${tool}, over its operations`, value: 1 / speedRatio, unit: 'times', bound: { atMost: RATIO_MAX } },
    );
  }
  return rows;
}

const HEADERS = { authorization: `Bearer ${BENCH_KEY}`, 'x-sightline-toolsets': 'all', host: '127.0.0.1' };

async function ask({ app }: BenchApp, [path, query, params = {}]: Asked): Promise<string> {
  const endpoint = house.endpoints.find((one) => one.method === 'GET' && one.path === path);
  if (endpoint === undefined) throw new Error(`there is no ${path}`);
  const { status, text } = await app.server.invoke(endpoint as never, undefined, { params, query, headers: HEADERS });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return text;
}

async function callTool<Answer>({ app }: BenchApp, name: string, input: object): Promise<Answer> {
  const endpoint = house.endpoints.find(({ path }) => path === '/mcp');
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const { status, text } = await app.server.invoke(endpoint as never, undefined, { body, headers: HEADERS });
  const { result } = JSON.parse(text) as { result?: { structuredContent: Answer; isError?: boolean } };
  if (status !== 200 || result === undefined || result.isError === true) throw new Error(`${name}: ${text}`);
  return result.structuredContent;
}
