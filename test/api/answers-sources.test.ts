import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { listTrueAnswers, watchWeek, type TrueAnswer } from '../support/answers-world.ts';
import { startTestApp } from '../support/app.ts';

const OWN = 'harrowlunar.co.uk';
const RIVAL = 'cometwren.net';
const WATCHED = {
  prompts: ['What is the best invoicing software?', 'Which invoicing software suits an agency?', 'Is invoicing software worth it?'],
  surfaces: ['chat_gpt', 'gemini'],
  samplesPerWeek: 5,
  brands: [
    { name: 'Harrow Lunar', domains: [OWN], role: 'own' },
    { name: 'Comet Wren', domains: [RIVAL], role: 'competitor' },
  ],
  sites: [OWN, RIVAL],
  organization: 'org_sources',
};

const toSites = (cited: readonly string[]): string[] => [...new Set(cited.map((host) => toRegistrableDomain(host)))];
const hasBrand = ({ named, cited }: TrueAnswer, domain: string): boolean => named.includes(domain) || toSites(cited).includes(domain);
const compare = (one: string, other: string): number => (one < other ? -1 : 1);

test('what answers cite, and where rivals stand without us', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const { projectId, from } = await watchWeek(app, WATCHED);
  const query = `project_id=${projectId}&from=${from}&limit=500`;
  const truth = await listTrueAnswers(app, projectId);
  const [withRivals, withUs] = [truth.filter((one) => hasBrand(one, RIVAL)), truth.filter((one) => hasBrand(one, OWN))];
  const citing = (answers: readonly TrueAnswer[], site: string): TrueAnswer[] =>
    answers.filter(({ cited }) => toSites(cited).includes(site));
  const sites = [...new Set(truth.flatMap(({ cited }) => toSites(cited)))];

  await t.test('gaps are the sites that the sandbox cites beside the rival and never beside us, with n on both sides', async () => {
    const { status, body } = await api.get(`/api/answers/gaps?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.answers, body.with_rivals, body.with_us], [truth.length, withRivals.length, withUs.length]);
    const expected = sites.filter((site) => site !== RIVAL && citing(withRivals, site).length > 0 && citing(withUs, site).length === 0);
    assert.ok(expected.length > 3 && expected.length < sites.length, `${expected.length} of ${sites.length}`);
    assert.deepEqual(
      body.gaps.map(({ domain, beside_rivals: rate, answers, prompts, surfaces }: any) => [
        domain,
        rate.successes,
        answers,
        prompts,
        surfaces,
      ]),
      expected
        .map((site) => {
          const beside = citing(withRivals, site);
          const prompts = new Set(beside.map(({ promptId }) => promptId)).size;
          return [
            site,
            beside.length,
            citing(truth, site).length,
            prompts,
            [...new Set(beside.map(({ surface }) => surface))].toSorted(),
          ] as const;
        })
        .toSorted((one, other) => other[1] - one[1] || compare(one[0], other[0])),
    );
    for (const { beside_rivals: rivals, beside_us: us } of body.gaps) {
      assert.equal(rivals.n, withRivals.length);
      assert.ok(rivals.low <= rivals.value && rivals.value <= rivals.high);
      assert.deepEqual([us.n, us.successes, us.value, us.low], [withUs.length, 0, 0, 0]);
      assert.ok(us.high > 0, 'none of a few is not none of all');
    }
    assert.ok(body.gaps.every((gap: any) => gap.domain_type === null && gap.classified_at === null && gap.links.state === 'not_looked'));
  });

  await t.test('a surface has its own gaps, pages of the list are parts of it, and CSV has the same rows', async () => {
    const all = (await api.get(`/api/answers/gaps?${query}`)).body;
    const one = (await api.get(`/api/answers/gaps?${query}&surface=gemini`)).body;
    assert.equal(one.answers, truth.filter(({ surface }) => surface === 'gemini').length);
    assert.ok(one.gaps.every(({ surfaces }: any) => surfaces.join() === 'gemini'));
    const page = (await api.get(`/api/answers/gaps?project_id=${projectId}&from=${from}&limit=1&offset=1`)).body;
    assert.deepEqual([page.gaps, page.total], [all.gaps.slice(1, 2), all.total]);
    const csv = await api.get(`/api/answers/gaps?${query}&format=csv`);
    const [head, ...lines] = csv.body.trim().split(/\r?\n/u);
    assert.match(head ?? '', /^\ufeff?domain,beside_rivals\.value/u);
    assert.equal(lines.length, all.total);
  });

  await t.test('what a gap is and whether it links is what was found out, and what was not looked at says so', async () => {
    const [first, second] = (await api.get(`/api/answers/gaps?${query}`)).body.gaps;
    const judged = await api.post('/api/admin/classifier/domain', { domain: first.domain, skip_llm: true });
    assert.equal(judged.status, 200, JSON.stringify(judged.body));
    const fetched = await api.post('/api/admin/referring-domains/fetch', { target: OWN, limit: 1000 });
    assert.equal(fetched.status, 200, JSON.stringify(fetched.body));
    const calls = (await app.sandbox.get('/_sandbox/calls')).body.total;
    const { gaps } = (await api.get(`/api/answers/gaps?${query}`)).body;
    assert.equal((await app.sandbox.get('/_sandbox/calls')).body.total, calls, 'it asks nothing outside');
    assert.equal(gaps[0].domain_type, judged.body.verdicts.domain_type?.label ?? null);
    assert.equal(gaps[0].classified_at, judged.body.classified_at);
    assert.equal(gaps[1].domain, second.domain);
    assert.equal(gaps[1].classified_at, null);
    const list = (await api.get(`/api/admin/referring-domains/list?target=${OWN}&limit=1000`)).body.referring_domains;
    const linking = new Map<string, any>(list.map((one: any) => [one.referring_domain, one]));
    for (const { domain, links } of gaps) {
      const known = linking.get(domain);
      assert.equal(links.state, known === undefined ? 'not_found' : 'live', domain);
      assert.equal(links.backlinks, known?.backlinks_count ?? null);
      assert.equal(links.rank, known?.rank ?? null);
      assert.equal(links.rivals, null, 'the referring domains of the rival were never fetched');
    }
  });

  await t.test('classes count an answer once for each, and sites of which nothing is known stand as that', async () => {
    for (const site of sites) await api.post('/api/admin/classifier/domain', { domain: site, skip_llm: true, skip_fetch: true });
    const types = new Map<string, string>();
    for (const { source, domain_type: type } of (await api.get(`/api/answers/sources?${query}`)).body.sources)
      types.set(source, type ?? 'undecided');
    const { sources, total } = (await api.get(`/api/answers/sources?${query}&group_by=class`)).body;
    const expected = [...new Set(sites.map((site) => types.get(site) ?? ''))].map((name) => {
      const own = sites.filter((site) => types.get(site) === name);
      const answers = truth.filter(({ cited }) => toSites(cited).some((site) => own.includes(site)));
      const beside = answers.filter(({ named }) => named.includes(RIVAL) && !named.includes(OWN));
      return [name, answers.length, own.length, beside.length] as const;
    });
    assert.equal(total, expected.length);
    assert.deepEqual(
      sources.map(({ source, rate, sites: count, beside_rivals: beside }: any) => [source, rate.successes, count, beside]),
      expected.toSorted((one, other) => other[1] - one[1] || one[0].localeCompare(other[0])),
    );
    assert.ok(sources.every(({ owner, rate }: any) => owner === null && rate.n === truth.length));
  });

  await t.test('strangers find nothing, and what is asked wrongly is named', async () => {
    const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_strange' });
    for (const path of ['gaps', 'sources']) assert.equal((await stranger.get(`/api/answers/${path}?${query}`)).status, 404);
    const wrong = await api.get('/api/answers/gaps?from=yesterday&surface=perplexity');
    assert.deepEqual(wrong.body.details.map(({ path }: any) => path).toSorted(), ['from', 'project_id', 'surface']);
  });
});
