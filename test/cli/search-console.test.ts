import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { addRemoteCommands } from '../../src/cli/remote/remote-command.ts';
import { SEARCH_CONSOLE_COMMANDS } from '../../src/cli/remote/search-console.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { bindProject, waitForDays } from '../support/search-console-world.ts';

test('sightline search-console', { timeout: 120_000 }, async (t) => {
  const world = await startTestApp(t);
  const { projectId, siteUrl } = await bindProject(world);
  await waitForDays(world, projectId, 5);
  const run = async (...words: string[]): Promise<string> => {
    const said: string[] = [];
    const program = new Command();
    addRemoteCommands(program, SEARCH_CONSOLE_COMMANDS, (text) => void said.push(text));
    await program.parseAsync(['node', 'sightline', ...words, '--url', world.url, '--key', TEST_ADMIN_KEY]);
    return said.join('\n');
  };

  await t.test('accounts, how the collection goes, and days are shown', async () => {
    assert.match(await run('connections', '--organization', 'org_rankings'), /Google account +ok/u);
    const status = await run('status', projectId);
    assert.ok(status.includes(siteUrl), status);
    const days = await run('days', projectId, '--limit', '5');
    assert.match(days, /partial/u);
    assert.match(days, /final/u);
  });

  await t.test('days are collected again', async () => {
    const { body } = await world.api.get(`/api/projects/${projectId}/search-console/days?limit=5`);
    const [last, first] = [body.days[3].day, body.days[4].day];
    assert.match(await run('sync', projectId, '--from', first, '--to', last), /days that are read again: 2\.$/u);
  });
});
