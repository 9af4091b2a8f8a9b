import {
  ResourceNotFoundError,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { ToolRefusal, type Answer, type ToolCall } from '#area/assistant-tool.ts';
import { toQuery } from '#area/tool-fields.ts';
import type { RequestContext } from '#context';
import { METRICS_GUIDE } from './guide.ts';
import { toToolCall } from './run-tool.ts';
import { toWeeklyReport } from './weekly-report.ts';

const GUIDE = 'sightline://guide/metrics';
const PROJECTS_LISTED = 50;
const CSV_ROWS = 1_000;
const READS = [
  'GET /api/overview',
  'GET /api/projects/{project_id}/overview',
  'GET /api/rankings/moves',
  'GET /api/rankings/failures',
  'GET /api/rankings/grid',
] as const;

/** One kind of resource below a project. */
interface ProjectResource {
  readonly path: string;
  readonly title: string;
  readonly mimeType: string;
  readonly read: (ask: ToolCall['ask'], ctx: RequestContext, id: string) => Promise<string>;
}

const PROJECT_RESOURCES: readonly ProjectResource[] = [
  {
    path: '',
    title: 'How a project stands',
    mimeType: 'application/json',
    read: async (ask, _ctx, id) =>
      JSON.stringify(
        await ask('GET /api/projects/{project_id}/overview', { params: { project_id: id }, query: toQuery({ fields: SHOWN }) }),
      ),
  },
  { path: '/weekly-report', title: 'The week of a project', mimeType: 'text/markdown', read: (ask, _ctx, id) => toWeeklyReport(ask, id) },
  { path: '/keywords.csv', title: 'Tracked keywords', mimeType: 'text/csv', read: (_ask, ctx, id) => readCsv(ctx, id) },
];
const SHOWN = ['project_id', 'name', 'from', 'to', 'position_scale', 'share_of_voice_weighing', 'outcomes', 'last_check_at', 'days'];
const ADDRESS = /^sightline:\/\/projects\/([^/]{1,200})(\/[a-z.-]+)?$/u;

/** The guide, and each project that the caller sees. */
export async function listResources(ctx: RequestContext): Promise<ListResourcesResult> {
  const { projects } = await toReader(ctx)('GET /api/overview', {
    query: toQuery({ limit: PROJECTS_LISTED, fields: ['projects', 'id', 'name'] }),
  });
  return {
    resources: [
      { uri: GUIDE, name: 'metrics', title: 'What the figures mean', mimeType: 'text/markdown' },
      ...projects.map(({ id, name }: Answer) => ({
        uri: `sightline://projects/${id}`,
        name: id,
        title: name,
        mimeType: 'application/json',
      })),
    ],
  };
}

export function listResourceTemplates(): ListResourceTemplatesResult {
  return {
    resourceTemplates: PROJECT_RESOURCES.map(({ path, title, mimeType }) => ({
      uriTemplate: `sightline://projects/{project_id}${path}`,
      name: `project${path}`,
      title,
      mimeType,
    })),
  };
}

/** @throws ResourceNotFoundError for an address that is none, or of what the caller does not see */
export async function readResource(ctx: RequestContext, uri: string): Promise<ReadResourceResult> {
  if (uri === GUIDE) return { contents: [{ uri, mimeType: 'text/markdown', text: METRICS_GUIDE }] };
  const [, id, path = ''] = ADDRESS.exec(uri) ?? [];
  const resource = PROJECT_RESOURCES.find((one) => one.path === path);
  if (id === undefined || resource === undefined) throw new ResourceNotFoundError(uri.slice(0, 300));
  try {
    return { contents: [{ uri, mimeType: resource.mimeType, text: await resource.read(toReader(ctx), ctx, id) }] };
  } catch (error) {
    if (error instanceof ToolRefusal && error.status < 500 && error.status !== 429) throw new ResourceNotFoundError(uri);
    throw error;
  }
}

function toReader(ctx: RequestContext): ToolCall['ask'] {
  return toToolCall(ctx, { name: 'resources', calls: READS }).ask;
}

async function readCsv({ invoke }: RequestContext, id: string): Promise<string> {
  const { status, text } = await invoke('GET /api/rankings/grid', { query: toQuery({ project_id: id, format: 'csv', limit: CSV_ROWS }) });
  if (status >= 400) throw new ToolRefusal(status, JSON.parse(text));
  return text;
}
