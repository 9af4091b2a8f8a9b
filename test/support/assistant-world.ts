import type { TestContext } from 'node:test';
import { startTestApp, type TestApp } from './app.ts';
import { makeProject, track } from './rankings-api.ts';

export interface AssistantWorld {
  readonly app: TestApp;
  readonly projectId: string;
  readonly theirs: string;
  /** Keys of the organization of the project. */
  readonly keys: { readonly read: string; readonly write: string; readonly stranger: string };
}

export const ORGANIZATION = 'org_assistants';
export const WORDS = ['invoice software', 'invoice template', 'free invoice maker'];

/** A project with checked keywords, one of another organization, and keys for both. */
export async function makeAssistantWorld(t: TestContext): Promise<AssistantWorld> {
  const app = await startTestApp(t);
  const projectId = await makeProject(app.api, ['acorn-invoices.com', 'rival-invoices.com'], ORGANIZATION);
  const theirs = await makeProject(app.api, ['acorn-theirs.com'], 'org_theirs');
  await track(app, projectId, WORDS);
  const make = async (organization: string, scopes: readonly string[]): Promise<string> =>
    (await app.api.post('/api/admin/api-keys', { name: 'assistant', scopes, tier: 'enterprise', organization_id: organization })).body.key;
  return {
    app,
    projectId,
    theirs,
    keys: {
      read: await make(ORGANIZATION, ['read']),
      write: await make(ORGANIZATION, ['read', 'write']),
      stranger: await make('org_theirs', ['read', 'write']),
    },
  };
}

/** Good arguments of each tool that reads. */
export async function toReadingCalls({ app, projectId }: AssistantWorld): Promise<Readonly<Record<string, Record<string, unknown>>>> {
  const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&limit=1&relationship=MINE`);
  const [row] = body.rankings;
  const day = String(row.check_date).slice(0, 10);
  return {
    find: { q: 'invoice' },
    list_projects: {},
    project_overview: { project_id: projectId },
    list_keywords: { project_id: projectId },
    keyword_history: { project_id: projectId, keyword_id: row.keyword_id, from: day, to: day },
    what_changed: { project_id: projectId },
    result_page: { project_id: projectId, run_id: row.run_id },
    compare_sites: { project_id: projectId },
    domain_profile: { domain: 'acorn-invoices.com' },
    app_standing: { project_id: projectId },
    spending: { project_id: projectId },
    ai_answers: { project_id: projectId },
    answer_evidence: { project_id: projectId },
    describe_endpoint: { q: 'GET /api/tags' },
    read_endpoint: { operation: 'GET /api/tags', query: { project_id: projectId } },
    work_status: { kind: 'serp_task', id: 'unknown' },
  };
}
