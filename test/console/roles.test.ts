import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs, makeOperator } from '../support/people-world.ts';
import { track } from '../support/rankings-api.ts';
import { openAs, readSidebar } from './support/people.ts';
import { assertQuiet, follow, settle } from './support/walk.ts';

const ORGANIZATION = 'org_roles';
const OF_PROJECT = ['Overview', 'Keywords', 'Heat map', 'Competitors', 'SERP features', 'Pages', 'Checks', 'Answers'];
/** Of those who are no clients. */
const OF_WORK = [...OF_PROJECT, 'Alerts'];
/** What Google counted, and where it comes from. */
const OF_COUNTED = ['Clicks', 'Opportunities', 'Search Console'];
/** Where messages are sent to and lists are brought, and what is brought in, for those who may set it. */
const OF_MESSAGES = ['Channels', 'Digests', 'Exports', 'Moving in'];
const OF_ALL = ['Research', 'Apps', 'Store charts'];
/** What each role finds in the sidebar. */
const SIDEBARS = {
  owner: [
    ...OF_WORK,
    'Assets',
    'Project settings',
    'Costs',
    ...OF_COUNTED,
    ...OF_MESSAGES,
    ...OF_ALL,
    'Classify',
    'All channels',
    'All digests',
    'Members',
    'Approvals',
    'Sign-in',
    'Audit log',
    'Account',
  ],
  manager: [
    ...OF_WORK,
    'Assets',
    'Project settings',
    'Costs',
    ...OF_COUNTED,
    ...OF_MESSAGES,
    ...OF_ALL,
    'Classify',
    'All channels',
    'All digests',
    'Members',
    'Approvals',
    'Audit log',
    'Account',
  ],
  editor: [...OF_WORK, 'Assets', 'Project settings', 'Costs', ...OF_COUNTED, ...OF_MESSAGES, ...OF_ALL, 'Classify', 'Approvals', 'Account'],
  viewer: [...OF_WORK, 'Assets', 'Costs', ...OF_COUNTED, ...OF_ALL, 'Account'],
  client: [...OF_PROJECT, ...OF_COUNTED, 'Account'],
} as const;
type Role = keyof typeof SIDEBARS;

/** Addresses below `/console` that a role cannot open, by the roles that can. */
const ADDRESSES: readonly { readonly path: string; readonly roles: readonly Role[] }[] = [
  { path: '/settings/members', roles: ['owner', 'manager'] },
  { path: '/settings/sign-in', roles: ['owner'] },
  { path: '/approvals', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/new', roles: ['owner', 'manager'] },
  { path: '/p/$projectId/settings', roles: ['owner', 'manager', 'editor'] },
  { path: '/settings/channels', roles: ['owner', 'manager'] },
  { path: '/settings/digests', roles: ['owner', 'manager'] },
  { path: '/settings/webhooks', roles: [] },
  { path: '/inbox', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/p/$projectId/channels', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/$projectId/digests', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/$projectId/exports', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/$projectId/add', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/$projectId/costs', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/p/$projectId/assets', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/p/$projectId/alerts', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/p/$projectId/alerts/rules/new', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/p/$projectId/answers', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/prompts', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/sources', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/gaps', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/searches', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/unsure', roles: ['owner', 'manager', 'editor', 'viewer', 'client'] },
  { path: '/p/$projectId/answers/index', roles: ['owner', 'manager', 'editor'] },
  { path: '/p/$projectId/answers/setup', roles: ['owner', 'manager', 'editor'] },
  { path: '/stores', roles: ['owner', 'manager', 'editor', 'viewer'] },
  { path: '/ops/queues', roles: [] },
  { path: '/ops/costs', roles: [] },
  { path: '/settings/keys', roles: [] },
  { path: '/settings', roles: [] },
];
const ANSWERS = ['', '/prompts', '/sources', '/gaps', '/searches', '/unsure'].map((path) => `/answers${path}`);
const MONEY = /\$\s?\d|\bUSD\b|\bpric(?:e|es|ed)\b|\bcosts?\b|\bbudgets?\b|\bspen[dt]\b|\bCPC\b/iu;
/** All that a page says: its texts, tooltips and what is read aloud. */
const SAID = `[document.body.innerText, ...[...document.querySelectorAll('[title], [aria-label], [placeholder]')].flatMap((one) => [one.title, one.ariaLabel, one.placeholder])].filter(Boolean).join('\\n')`;

test('each role finds in the console what it may see and do, and nothing else', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop of roles', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'Shop' });
  await track(world, projectId, ['invoice software', 'send invoices']);
  await makeOperator(world);

  for (const role of Object.keys(SIDEBARS) as Role[]) {
    const person = await joinAs(world, ORGANIZATION, { role });
    await t.test(`${role}: the sidebar, and addresses that are not for the role`, async () => {
      const window = await openAs(url, person);
      await window.open(`/console/p/${projectId}`);
      assert.deepEqual(await readSidebar(window), SIDEBARS[role]);
      for (const { path, roles } of ADDRESSES) {
        await follow(window.page, `/console${path.replace('$projectId', projectId)}`);
        const isFound = (await window.page.getByRole('heading', { name: 'Page not found' }).count()) === 0;
        assert.equal(isFound, roles.includes(role), path);
        // No provider is set up: its settings are asked for, and are not there.
        if (path === '/settings/sign-in' && isFound) window.forget();
      }
      assertQuiet(window);
      await window.context.close();
    });
    if (role === 'client')
      await t.test('client: no page says what anything costs', async () => {
        const window = await openAs(url, person);
        await window.open('/console/');
        const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}&limit=1`)).body;
        const below = [
          '',
          '/keywords',
          `/keywords/${keywords[0].keyword_id}`,
          '/heatmap',
          '/competitors',
          '/features',
          '/pages',
          '/checks',
          ...ANSWERS,
        ];
        for (const path of ['/console/', ...below.map((one) => `/console/p/${projectId}${one}`), '/console/account']) {
          await follow(window.page, path);
          await settle(window.page);
          const said = await window.page.evaluate<string>(SAID);
          assert.doesNotMatch(said, MONEY, path);
          assert.equal(await window.page.getByRole('button', { name: 'Try again' }).count(), 0, path);
        }
        assertQuiet(window);
        await window.context.close();
      });
  }

  await t.test('an editor who is not shown costs or volumes meets no broken figure', async () => {
    const person = await joinAs(world, ORGANIZATION, { role: 'editor', hide_costs: true, hide_volume: true });
    const window = await openAs(url, person);
    await window.open('/console/');
    for (const path of [
      '',
      '/keywords',
      '/checks',
      '/pages',
      ...ANSWERS,
      '/answers/index',
      '/answers/setup',
      '/channels',
      '/digests',
      '/exports',
      '/assets',
      '/settings',
      '/add',
      '/research',
      '/apps',
    ]) {
      await follow(window.page, `/console/p/${projectId}${path}`);
      await settle(window.page);
      const said = await window.page.evaluate<string>(SAID);
      assert.doesNotMatch(said, /NaN|\$\s?[\d–]|undefined/u, path);
      assert.equal(await window.page.getByText('This page stopped working').count(), 0, path);
    }
    assertQuiet(window);
    await window.context.close();
  });

  await t.test('a member who is limited to a part begins there', async () => {
    const person = await joinAs(world, ORGANIZATION, { role: 'viewer', screens: ['rankings'] });
    const window = await openAs(url, person);
    await window.open('/console/');
    await window.page.getByRole('link', { name: 'Shop of roles' }).click();
    await window.page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
    assertQuiet(window);
    await window.context.close();
  });

  await t.test('a member who is limited to answers has all of their screens, and asks for nothing else', async () => {
    const person = await joinAs(world, ORGANIZATION, { role: 'editor', screens: ['answers'] });
    const window = await openAs(url, person);
    await window.open('/console/');
    await window.page.getByRole('link', { name: 'Shop of roles' }).click();
    await window.page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor();
    for (const path of [...ANSWERS, '/answers/setup']) {
      await follow(window.page, `/console/p/${projectId}${path}`);
      await settle(window.page);
      assert.equal(await window.page.getByRole('heading', { name: 'Page not found' }).count(), 0, path);
    }
    assertQuiet(window);
    await window.context.close();
  });
});
