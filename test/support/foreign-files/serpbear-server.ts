import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';

const RECENT_DAYS = 7;

/** A SerpBear that answers from its database by the paths of its API, as version 3.1 does. */
export async function startSerpBear(t: TestContext, path: string, key: string): Promise<{ readonly url: string }> {
  const database = new DatabaseSync(path, { readOnly: true });
  const keywords = database.prepare('select * from keyword order by ID').all().map(toAnswer);
  const answers: Readonly<Record<string, (query: URLSearchParams) => object>> = {
    '/api/domains': () => ({ domains: database.prepare('select ID, domain, slug from domain').all() }),
    '/api/keywords': (query) => ({
      keywords: keywords
        .filter(({ domain }) => domain === query.get('domain'))
        .map(({ history, ...keyword }) => ({
          ...keyword,
          lastResult: [],
          history: Object.fromEntries(Object.entries(history).slice(-RECENT_DAYS)),
        })),
    }),
    '/api/keyword': (query) => ({ keyword: keywords.find(({ ID: id }) => String(id) === query.get('id')) ?? null }),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://serpbear');
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? (answers[pathname]?.(searchParams) ?? {}) : { error: 'Invalid API Key Provided.' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    database.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function toAnswer(row: Record<string, any>) {
  const parse = (name: string): any => JSON.parse(row[name]);
  return {
    ...row,
    ID: row['ID'] as number,
    domain: row['domain'] as string,
    history: parse('history') as Record<string, number>,
    tags: parse('tags'),
    lastResult: parse('lastResult'),
    lastUpdateError: parse('lastUpdateError'),
    sticky: row['sticky'] === 1,
  };
}
