import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';
import type { Ids } from './openapi-walk-send.ts';
import { waitUntil } from './wait-until.ts';

/** A brand, a prompt, and an answer to it that the sandbox gave. */
export async function makeWalkedAnswer(api: ApiClient, projectId: string): Promise<Ids> {
  const brands = [{ name: 'Walked', role: 'own', domains: ['example.com'] }];
  assert.equal((await api.put('/api/answers/brands', { project_id: projectId, brands })).status, 200);
  const added = await api.post('/api/answers/prompts', { project_id: projectId, prompts: [{ text: 'What is the best walked software?' }] });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const promptId: string = added.body.prompts[0].id;
  const asked = await api.post('/api/answers/ask', { project_id: projectId, prompt_ids: [promptId], surfaces: ['chat_gpt'] });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const list = async () => (await api.get(`/api/answers/samples?project_id=${projectId}`)).body.samples;
  await waitUntil(async () => (await list())[0]?.status !== 'pending', 'an answer of the walk');
  return { prompt_id: promptId, sample_id: (await list())[0].id };
}
