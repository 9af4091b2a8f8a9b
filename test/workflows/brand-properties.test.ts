import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureDomain } from '../../src/areas/domains/records/ensure-domain.ts';
import { discoverProperties } from '../../src/areas/domains/properties/discover-properties.ts';
import { presentProperties } from '../../src/areas/domains/wire/properties.ts';
import { listDomainProperties } from '../../src/areas/domains/properties/store.ts';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const SITES = 20;

test('brand properties', async (suite) => {
  const { app, sandbox } = await startTestApp(suite);
  const { postgres, workflows, clock } = app.context;

  const enter = async (domain: string) => {
    const { id } = await ensureDomain(postgres, domain, clock.now());
    return { id, domain };
  };
  const discover = (domain: { id: number; domain: string }, runId = 'run_1') =>
    discoverProperties(app.context, { domain, runId, isFinalTry: true });
  const show = async (id: number) => presentProperties(await listDomainProperties(postgres, id));
  const findTruth = async (domain: string): Promise<{ kind: string; platform: string | null; url: string }[]> =>
    (await sandbox.get(`/_sandbox/truth/domain?domain=${domain}`)).body.brand_properties;

  const { sites, odd_sites: oddSites } = (await sandbox.get('/_sandbox/world')).body;
  const domains: string[] = sites.slice(0, SITES).map((site: { domain: string }) => site.domain);

  await suite.test('are exactly what the home pages name', async () => {
    const seen = new Set<string>();
    for (const name of domains) {
      const domain = await enter(name);
      const { found, page_status: status, reason } = await discover(domain);
      const truth = await findTruth(name);
      const shown = await show(domain.id);
      const toKey = ({ kind, platform, url }: { kind: string; platform: string | null; url: string }) => `${kind} ${platform} ${url}`;
      assert.deepEqual(shown.map(toKey).toSorted(), truth.map(toKey).toSorted(), name);
      assert.deepEqual([status, reason], [200, null]);
      assert.equal(found?.social, truth.filter(({ kind }) => kind === 'social').length);
      for (const { kind, platform, found_in: ways } of shown) seen.add(`${kind} ${platform} ${ways.join()}`);
    }
    for (const each of [
      'social mastodon rel_me',
      'social linkedin structured_data',
      'app store_b link',
      'subdomain null link',
      'feed null head',
    ])
      assert.ok(seen.has(each), each);
  });

  await suite.test('profiles are recorded by one message each, however often they are found', async () => {
    const domain = await enter(domains.find((name) => name !== '') ?? '');
    await discover(domain);
    const again = await discover(domain);
    const id = `social-scrape-${domain.id}-run_1`;
    const ended = await workflows.waitFor<{ profiles: number; recorded: number; unknown: number }>(id, PATIENCE_MS);
    assert.equal(ended?.output.profiles, again.found?.social);
    assert.deepEqual([ended?.output.recorded, ended?.output.unknown], [again.found?.social, 0]);
    const recorded = (await show(domain.id)).filter(({ kind }) => kind === 'social');
    // Twice of the same reading of the page: it was seen once.
    for (const { first_seen: first, last_seen: last } of recorded) assert.equal(first, last);
    assert.ok(recorded.length > 0 && recorded.every(({ handle }) => handle !== null && handle !== ''));
    // A second run records them again and changes nothing.
    const before = await postgres.query('select * from brand_properties where domain_id = $1 order by url', [domain.id]);
    const second = await workflows.start('social-scrape', { domain: `https://WWW.${domain.domain}/` });
    assert.deepEqual((await workflows.waitFor<{ recorded: number }>(second, PATIENCE_MS))?.output.recorded, 0);
    const after = await postgres.query('select * from brand_properties where domain_id = $1 order by url', [domain.id]);
    assert.deepEqual(
      after.rows.map(({ lastSeen: _seen, ...row }) => row),
      before.rows.map(({ lastSeen: _seen, ...row }) => row),
    );
  });

  await suite.test('a page that cannot be read leaves what is known, and says why', async () => {
    const hosts: string[] = oddSites.map((site: { host: string }) => site.host);
    for (const host of hosts.filter((name) => /^(no-robots|failing|to-private|pdf|gone|loop)\./u.test(name))) {
      const domain = await enter(host);
      const { found, reason } = await discover(domain);
      assert.equal(found, null, host);
      assert.match(reason ?? '', /\w{4}/u);
      assert.deepEqual(await show(domain.id), []);
    }
    const failing = await enter('failing.oddpages.net');
    await assert.rejects(discoverProperties(app.context, { domain: failing, runId: 'run_2', isFinalTry: false }), /robots\.txt/u);
    const empty = await enter('empty.oddpages.net');
    assert.deepEqual((await discover(empty)).found, { social: 0, app: 0, subdomain: 0, feed: 0 });
  });

  await suite.test('tries the other addresses of a host that does not answer', async () => {
    const domain = await enter(sites[SITES].domain);
    await sandbox.post('/_sandbox/faults', { match: `${domain.domain}/`, kind: 'reset', count: 1 });
    assert.equal((await discover(domain)).page_url, `https://www.${domain.domain}/`);
  });
});
