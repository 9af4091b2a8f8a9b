import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';
import type { Ids } from './openapi-walk-send.ts';
import { waitUntil } from './wait-until.ts';

/** Good values of requests about answers. */
export const ANSWER_VALUES = {
  prompt_id: ['§prompt_id§'],
  prompt_ids: [['§prompt_id§']],
  'PUT /api/answers/brands brands': [[{ name: 'Walked', role: 'own', domains: ['example.com'] }]],
  surfaces: [['chat_gpt'], ['gemini', 'ai_mode']],
  sample_id: ['§sample_id§'],
  brand_id: ['§brand_id§'],
  correction_id: ['§correction_id§'],
};

/** A brand, a prompt, an answer to it that the sandbox gave, and what a person said of a name that is written in it. */
export async function makeWalkedAnswer(api: ApiClient, projectId: string): Promise<Ids> {
  const own = { name: 'Walked', role: 'own', domains: ['example.com'] };
  assert.equal((await api.put('/api/answers/brands', { project_id: projectId, brands: [own] })).status, 200);
  const added = await api.post('/api/answers/prompts', { project_id: projectId, prompts: [{ text: 'What is the best walked software?' }] });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const promptId: string = added.body.prompts[0].id;
  const asked = await api.post('/api/answers/ask', { project_id: projectId, prompt_ids: [promptId], surfaces: ['chat_gpt'] });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const list = async () => (await api.get(`/api/answers/samples?project_id=${projectId}`)).body.samples;
  await waitUntil(async () => (await list())[0]?.status !== 'pending', 'an answer of the walk');
  const sampleId: string = (await list())[0].id;
  return { prompt_id: promptId, sample_id: sampleId, ...(await correct(api, { projectId, sampleId, own })) };
}

/** The first word of the answer becomes a brand, which is then said not to be meant. */
async function correct(
  api: ApiClient,
  { projectId, sampleId, own }: { readonly projectId: string; readonly sampleId: string; readonly own: object },
): Promise<Ids> {
  const { text } = (await api.get(`/api/answers/samples/${sampleId}`)).body;
  const [name = ''] = /\p{L}{2,}/u.exec(text) ?? [];
  const brands = [own, { name, role: 'competitor', domains: ['example.org'] }];
  const kept = await api.put('/api/answers/brands', { project_id: projectId, brands });
  assert.equal(kept.status, 200, JSON.stringify(kept.body));
  const brandId: string = kept.body.brands.find((brand: { name: string }) => brand.name === name).id;
  const said = await api.post('/api/answers/corrections', { sample_id: sampleId, brand_id: brandId, is_mention: false });
  assert.equal(said.status, 201, JSON.stringify(said.body));
  return { brand_id: brandId, correction_id: said.body.correction.id };
}
