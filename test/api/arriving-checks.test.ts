import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { MEMORY_LIMITS } from '#http/answers/answer-memory.ts';
import { startTestApp } from '../support/app.ts';
import { deliver, fetchAnswer, postSilently, type OpenTask } from '../support/deliveries.ts';
import { assertTrue, trackStory } from '../support/dispatch-run.ts';
import { waitForLabels } from '../support/labels.ts';
import { waitForStatuses } from '../support/queue-run.ts';

/** Answers over all tracked keywords of a project, as each endpoint with a version gives them. */
const VERSIONED = joinAreas(areas).endpoints.filter(({ version, path }) => version !== undefined && !path.includes('{token}'));

test('while checks arrive, answers over all of them are seconds old at most, and exact from the last one on', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'off' } });
  const { api } = app;
  const { clock } = app.app.context;
  const story = await trackStory(app, 4);
  const { projectId } = story;
  // An edit of the service itself.
  await waitForLabels(api, projectId);
  const { tasks } = await postSilently(app, story.keywords.length);
  let passed = 0;
  const started = clock.realNow();
  t.mock.method(clock, 'realNow', () => started + passed);
  // The overview has another version every minute.
  const now = clock.now();
  t.mock.method(clock, 'now', () => now);
  const paths = VERSIONED.map(({ path }) =>
    path.includes('{project_id}') ? path.replace('{project_id}', projectId) : `${path}?project_id=${projectId}`,
  );
  const readTag = async (path: string): Promise<string | null> => (await api.get(path)).headers.get('etag');
  const readTags = async (): Promise<Map<string, string | null>> =>
    new Map(await Promise.all(paths.map(async (path) => [path, await readTag(path)] as const)));
  const arrive = async (count: number): Promise<void> => {
    for (const task of tasks.splice(0, count) as OpenTask[])
      assert.equal(await deliver(app, { ...task, body: await fetchAnswer(app, task) }), 200);
    await waitForStatuses(app, ({ posted }) => (posted ?? 0) === tasks.length);
    await app.stores.outbox.flush();
  };

  const first = await readTags();
  await arrive(1);
  for (const path of paths) {
    const tag = first.get(path) ?? '';
    assert.equal(await readTag(path), tag, `${path} is given for a moment longer`);
    const { status } = await api.get(path, { 'if-none-match': tag });
    assert.equal(status, 304, `${path}, to a client that has it`);
  }
  passed += MEMORY_LIMITS.arrivingMs;
  const second = await readTags();
  for (const path of paths) assert.notEqual(second.get(path), first.get(path), `${path} is not given for longer`);

  await arrive(1);
  const { body: listed } = await api.get(`/api/project-keywords?project_id=${projectId}&limit=1`);
  const [{ keyword_id: keywordId }] = listed.keywords;
  const edited = await api.put(`/api/project-keywords/${keywordId}`, { project_id: projectId, note: 'watch this one' });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  const third = await readTags();
  for (const path of paths) assert.notEqual(third.get(path), second.get(path), `${path} has the edit at once`);

  await arrive(tasks.length);
  await assertTrue(app, story);
  const last = await readTags();
  for (const path of paths) assert.notEqual(last.get(path), third.get(path), `${path} has the last check at once`);
});
