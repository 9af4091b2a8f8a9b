import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { callService, RefusedError } from '../../src/cli/remote/call-service.ts';
import { ALERT_COMMANDS } from '../../src/cli/remote/alerts.ts';
import { EXPORT_COMMANDS } from '../../src/cli/remote/exports.ts';
import { KEY_COMMANDS } from '../../src/cli/remote/keys.ts';
import { QUEUE_COMMANDS } from '../../src/cli/remote/queue.ts';
import { addRemoteCommands } from '../../src/cli/remote/remote-command.ts';
import { USER_COMMANDS } from '../../src/cli/remote/users.ts';
import { WORKFLOW_COMMANDS } from '../../src/cli/remote/workflow.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { findFreePort } from '../support/free-port.ts';
import { PATIENCE_MS } from '../support/patience.ts';

interface Ran {
  readonly text: string;
  readonly exitCode: number;
}

/** Runs a command line in this process, against the service at `url`. */
async function run(url: string, ...words: readonly string[]): Promise<Ran> {
  const program = new Command('sightline').exitOverride();
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(`${text}\n`);
  addRemoteCommands(program.command('alerts'), ALERT_COMMANDS, say);
  addRemoteCommands(program.command('exports'), EXPORT_COMMANDS, say);
  addRemoteCommands(program.command('keys'), KEY_COMMANDS, say);
  addRemoteCommands(program.command('users'), USER_COMMANDS, say);
  addRemoteCommands(program.command('queue'), QUEUE_COMMANDS, say);
  addRemoteCommands(program.command('workflow'), WORKFLOW_COMMANDS, say);
  try {
    await program.parseAsync(['node', 'sightline', ...words, '--url', url, '--key', TEST_ADMIN_KEY]);
    return { text: lines.join(''), exitCode: Number(process.exitCode ?? 0) };
  } finally {
    process.exitCode = 0;
  }
}

test('the command line asks the service, for people and for programs', async (t) => {
  const { url, stores, api, app } = await startTestApp(t);
  const sightline = (...words: readonly string[]) => run(url, ...words);

  await t.test('rules of alerts and what they said', async () => {
    assert.equal((await sightline('alerts', 'list', '--state', 'firing')).text, 'There are no alerts.\n');
    assert.equal((await sightline('alerts', 'rules')).text, 'There are no rules.\n');
    const { rule } = (await api.post('/api/alert-rules', { name: 'Letters', when: { event: 'dead_letters' } })).body;
    const { text } = await sightline('alerts', 'rules');
    assert.match(text, /^RULE +NAME +STATE +OPEN +SAYS\n/u);
    assert.ok(text.includes(rule.id) && text.includes(rule.sentence), text);
    assert.equal((await api.delete(`/api/alert-rules/${rule.id}`)).status, 200);
  });

  await t.test('exports are listed and begun, and say what became of them', async () => {
    assert.equal((await sightline('exports', 'list')).text, 'There are no exports.\n');
    const { project_id: projectId } = (await api.post('/api/projects', { name: 'Taken', organization_id: 'org_taken' })).body;
    const { id } = (await api.post('/api/exports', { name: 'Shares', list: '/api/shares', query: { project_id: projectId } })).body.export;
    assert.match((await sightline('exports', 'list')).text, /^EXPORT +NAME +LIST +EVERY +TO +NEXT +LAST +ROWS\n/u);
    const [, runId = ''] = /^run +(run_\w+)\n/u.exec((await sightline('exports', 'run', id)).text) ?? [];
    await app.context.workflows.waitFor(runId, PATIENCE_MS);
    assert.match((await sightline('exports', 'runs', id)).text, new RegExp(`${runId} .+ done +0 `, 'u'));
    assert.match((await sightline('exports', 'link', id, runId, '--days', '2')).text, /^link +http\S+\/api\/public\/exports\/run_/u);
    assert.equal((await api.delete(`/api/exports/${id}`)).status, 200);
  });

  await t.test('the first owner gets a link, then links to sign in, and a new password', async () => {
    assert.match((await sightline('users', 'list')).text, /^There are none\. The first owner is made by a link/u);
    await assert.rejects(sightline('users', 'sign-in-link'), /has no owner yet[\s\S]*sightline users setup-link/u);
    const first = await sightline('users', 'setup-link');
    const [, token] = /^First owner: http:\/\/\S+\/console\/setup#token=([\w-]{43})\n$/u.exec(first.text) ?? [];
    const owner = { token, email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
    assert.equal((await makeApiClient(url).post('/api/setup', owner)).status, 201);
    await assert.rejects(sightline('users', 'setup-link'), /There is|has its first owner/u);
    assert.match((await sightline('users', 'list')).text, /ada@example\.com +Ada +owner +yes/u);
    const [, link] = /#link=([\w-]{43})\nSigns in ada@example\.com, once/u.exec((await sightline('users', 'sign-in-link')).text) ?? [];
    assert.equal((await makeApiClient(url).post('/api/session', { link })).status, 201);
    const [password] = (await sightline('users', 'reset', 'ada@example.com')).text.split('\n');
    assert.equal((await makeApiClient(url).post('/api/session', { email: 'ada@example.com', password })).status, 201);
  });

  await t.test('keys are made, listed and revoked', async () => {
    const made = await sightline(
      'keys',
      'create',
      '--name',
      'web',
      '--scopes',
      'read',
      '--organization',
      'org_cli',
      '--expires-at',
      '2099-01-01T00:00:00Z',
    );
    const [, key = '', id = ''] = /^(slk_\S+)\nThis is shown once\. Its id is (key_\S+)\.\n$/u.exec(made.text) ?? [];
    assert.notEqual(id, '', made.text);
    await assert.rejects(
      sightline('keys', 'create', '--name', 'web'),
      /--organization <id>, --project <id> or --everything.*every organization/u,
    );
    await assert.rejects(sightline('keys', 'create', '--everything', '--organization', 'org_cli'), /--everything binds/u);
    const [everything] = /key_\S+(?=\.)/u.exec((await sightline('keys', 'create', '--name', 'all', '--everything')).text) ?? [];
    const listed = await sightline('keys', 'list');
    assert.match(listed.text, new RegExp(`^${everything} +all +standard +read\\+write +everything +valid`, 'mu'));
    assert.match(listed.text, /^key_first_admin +first admin key .* everything +valid/mu);
    assert.equal((await sightline('keys', 'revoke', everything ?? '')).text, `${everything} is revoked.\n`);
    assert.match(listed.text, new RegExp(`^${id} +web +standard +read +org_cli +until 2099-01-01 00:00:00`, 'mu'));
    assert.ok(!listed.text.includes(key));
    assert.equal((await sightline('keys', 'revoke', id)).text, `${id} is revoked.\n`);
    const { api_keys: keys } = JSON.parse((await sightline('keys', 'list', '--limit', '1', '--json')).text);
    assert.deepEqual([keys.length, keys[0].id, typeof keys[0].revoked_at], [1, everything, 'string']);
    assert.match((await sightline('keys', 'list', '--limit', '1')).text, /1 of 3; more with --offset 1/u);
    const root = await api.post('/api/admin/api-keys', { name: 'root', scopes: ['admin'], organization_id: 'org_cli' });
    const child = await makeApiClient(url, root.body.key).post('/api/admin/api-keys', { name: 'child', scopes: ['read'] });
    assert.equal(
      (await sightline('keys', 'revoke', root.body.id, '--with-descendants')).text,
      `${root.body.id} is revoked.\n${child.body.id} is revoked.\n`,
    );
    const { text: changed } = await sightline('keys', 'change-delivery-secret');
    assert.match(changed, /^Changed\. What was posted with the old one is taken until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\n$/u);
  });

  await t.test('a refusal is printed whole: as a sentence, or as the service has it', async () => {
    await assert.rejects(sightline('keys', 'create', '--scopes', 'fly', '--tier', 'gold', '--everything'), (error) => {
      assert.ok(error instanceof RefusedError);
      assert.match(error.message, /^The service answered 400: .*\n {2}scopes\S*: .*\n {2}tier: /u);
      return true;
    });
    const { text, exitCode } = await sightline('keys', 'revoke', 'key_none', '--json');
    assert.deepEqual([JSON.parse(text).status, exitCode], [404, 1]);
    await assert.rejects(
      callService({ method: 'GET', path: '/x' }, { url: `http://127.0.0.1:${await findFreePort()}`, key: 'k' }),
      /Nothing answers at .*ECONNREFUSED.*--url/u,
    );
    await assert.rejects(callService({ method: 'GET', path: '/docs/scalar.js' }, { url, key: 'k' }), /is no Sightline/u);
  });

  await t.test('dead letters are listed and sent again', async () => {
    assert.equal((await sightline('queue', 'dead-letters')).text, 'There are no dead letters.\n');
    await stores.postgres.query(
      `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
       values ('dl_cli', 'general-tasks', 'workflow-prune', 'wf_gone', '{}', E'it broke\nbadly', 4)`,
    );
    assert.match((await sightline('queue', 'dead-letters')).text, /^dl_cli +general-tasks +workflow-prune +4 .* it broke badly$/mu);
    assert.equal((await sightline('queue', 'dead-letters', '--queue', 'other')).text, 'There are no dead letters.\n');
    assert.match((await sightline('queue', 'retry', 'dl_cli')).text, /^dl_cli was sent again as wf_/u);
    await assert.rejects(sightline('queue', 'retry', 'dl_cli'), /409/u);
  });

  await t.test('a workflow is started and shown', async () => {
    const started = await sightline('workflow', 'start', 'subscription-dispatch', '--input', '{"dry_run":true}');
    const [, id = ''] = /^workflow +(wf_\S+)$/mu.exec(started.text) ?? [];
    assert.notEqual(id, '', started.text);
    assert.match(started.text, /^estimate +\{"calls":0/mu);
    const shown = await sightline('workflow', 'show', 'subscription-dispatch', id);
    assert.match(shown.text, /^type +subscription-dispatch$/mu);
    assert.match(shown.text, /^status +completed$/mu);
    assert.match(shown.text, /^STEP +STATUS/mu);
    await assert.rejects(sightline('workflow', 'start', 'subscription-dispatch', '--input', '{oops'), /--input is no JSON/u);
    const history = await sightline('workflow', 'history', 'subscription-dispatch', id, '--limit', '2');
    assert.match(history.text, /^\S+ \S+ +queued$/mu);
    assert.match(history.text, /more with --offset 2/u);
    assert.match(
      (await sightline('workflow', 'list', 'history', '--type', 'subscription-dispatch')).text,
      new RegExp(`^${id} .* completed`, 'mu'),
    );
    const waited = await sightline('workflow', 'start', 'domain-onboard', '--input', '{"domain":"example.com"}', '--wait');
    assert.match(waited.text, /^status +completed$/mu);
    assert.match(waited.text, /^output +\{/mu);
    await assert.rejects(sightline('workflow', 'list', 'dreaming'), /no list dreaming. There are: running, history, failures/u);
  });

  await t.test('a workflow is paused, resumed and terminated', async () => {
    const id = await app.context.workflows.start('domain-onboard', { domain: 'example.net' }, { delayMs: 3_600_000 });
    const steer = async (verb: string) => (await sightline('workflow', verb, 'domain-onboard', id)).text;
    assert.equal(await steer('pause'), `${id}: paused\n`);
    assert.match((await sightline('workflow', 'list', '--status', 'paused')).text, new RegExp(`^${id} +domain-onboard +paused`, 'mu'));
    assert.match(await steer('resume'), new RegExp(`^${id}: (queued|running)\n$`, 'u'));
    assert.equal(await steer('terminate'), `${id}: terminated\n`);
    await assert.rejects(steer('pause'), /409/u);
    await assert.rejects(sightline('workflow', 'show', 'domain-onboard', 'wf_none'), /404/u);
    assert.equal((await sightline('workflow', 'list', 'failures')).text, 'There are none.\n');
  });

  // Last: processes learn of it within moments, and of its end too.
  await t.test('drain mode is turned on and off', async () => {
    assert.match((await sightline('queue', 'drain')).text, /^drain mode +off\n/u);
    assert.match((await sightline('queue', 'drain', 'on')).text, /^drain mode +on/u);
    assert.equal((await api.get('/api/admin/config')).body.drain_mode, true);
    assert.equal(JSON.parse((await sightline('queue', 'drain', 'off', '--json')).text).drain_mode, false);
    await assert.rejects(sightline('queue', 'drain', 'maybe'), /Say on or off, not maybe/u);
  });
});

test('without a key it says where one comes from', async (t) => {
  const { DATA_DIR: before } = process.env;
  t.after(() => (before === undefined ? delete process.env['DATA_DIR'] : (process.env['DATA_DIR'] = before)));
  process.env['DATA_DIR'] = '/nonexistent';
  await assert.rejects(
    callService({ method: 'GET', path: '/x' }, { url: 'http://127.0.0.1:9' }),
    /no admin key: .*SIGHTLINE_ADMIN_KEY or --key/u,
  );
});
