import { hashKey } from '#http/auth.ts';
import { startBenchApp, makeBenchProject, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { median, timeMs, timePairs } from './support/measure.ts';

const ORGANIZATION = 'org_bench';
const MEMBERS = 1_000;
/** Each has a rate of its own, 60 requests a second. */
const ASKING = 20;
const REQUESTS = 200;
const ROUNDS = 15;
const ADDED_MS_MAX = 0.2;
const PAGE_MS_MAX = 300;

/** What memberships cost: beside a key of the organization, whose scopes are looked up once, and on the first page of Members. */
export const people: Bench = {
  name: 'people',
  summary: `a request of a member beside one of a key with the same reach, and the first page of ${MEMBERS} members`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const projectId = await makeBenchProject(bench);
      const { key } = await bench.call<{ key: string }>('POST', '/api/admin/api-keys', {
        name: 'bench',
        scopes: ['read'],
        tier: 'enterprise',
        organization_id: ORGANIZATION,
      });
      await makeMembers(bench);
      const path = `/api/projects/${projectId}`;
      const asMember = () => ask(bench, path, (at) => ({ cookie: `sightline=${toToken(at % ASKING)}` }));
      const asKey = () => ask(bench, path, () => ({ 'x-api-key': key }));
      const { oursMs, boundMs } = await timePairs(ROUNDS, asMember, asKey);
      const pages: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        pages.push(await timeMs(() => bench.call('GET', `/api/organizations/${ORGANIZATION}/members?limit=100`)));
      return {
        rows: [
          { figure: 'a request of a key', value: boundMs / REQUESTS, unit: 'ms' },
          { figure: 'a request of a member', value: oursMs / REQUESTS, unit: 'ms' },
          { figure: 'what rights and the session add', value: (oursMs - boundMs) / REQUESTS, unit: 'ms', bound: { atMost: ADDED_MS_MAX } },
          { figure: `first page of ${MEMBERS} members`, value: median(pages), unit: 'ms', bound: { atMost: PAGE_MS_MAX } },
        ],
        notes: ['A membership is read with the session, in one statement, every three seconds at most: rights ask nothing more.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

async function ask({ app }: BenchApp, url: string, headersOf: (at: number) => Record<string, string>): Promise<void> {
  for (let at = 0; at < REQUESTS; at += 1) {
    const { statusCode } = await app.server.inject({ url, headers: headersOf(at) });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  }
}

/** The text of the cookie of a member's session: 43 characters. */
function toToken(member: number): string {
  return String(member).padStart(43, 'm');
}

async function makeMembers({ app }: BenchApp): Promise<void> {
  const { postgres } = app.context;
  await postgres.query(
    `insert into users (id, email, name, created_at) select 'usr_' || at, at || '@example.com', 'Member ' || at, now() from generate_series(0, $1::int - 1) at`,
    [MEMBERS],
  );
  await postgres.query(
    `insert into memberships (id, user_id, organization_id, role, created_at)
     select 'mem_' || at, 'usr_' || at, $2, 'viewer', now() from generate_series(0, $1::int - 1) at`,
    [MEMBERS, ORGANIZATION],
  );
  for (let at = 0; at < ASKING; at += 1)
    await postgres.query(
      `insert into sessions (id, token_hash, user_id, organization_id, created_at, used_at, idle_ends_at, ends_at, address, proved_at)
       values ($1, $2, $3, $4, now(), now(), now() + interval '1 hour', now() + interval '1 hour', '127.0.0.1', now())`,
      [`ses_${at}`, hashKey(toToken(at)), `usr_${at}`, ORGANIZATION],
    );
}
