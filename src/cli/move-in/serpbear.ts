import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { SERPBEAR_COLUMNS } from '#areas/imports/index.ts';

const TIMEOUT_MS = 30_000;
const KEYWORDS_MAX = 50_000;
const AT_ONCE = 4;

const Domains = z.object({ domains: z.array(z.object({ domain: z.string() })) });
const Keywords = z.object({ keywords: z.array(z.object({ ID: z.int() })) });
const Keyword = z.object({ keyword: z.record(z.string(), z.unknown()) });
export interface SerpBearAddress {
  /** Of a running SerpBear: `http://localhost:3000`. */
  readonly address: string;
  /** Its `APIKEY`. */
  readonly apiKey: string;
}

/**
 * Asks a running SerpBear for its keywords with all their days, and hands them on as a file, which is removed after that.
 * @throws Error that says what SerpBear answered
 */
export async function withSerpBear(from: SerpBearAddress, use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'serpbear-'));
  try {
    const path = join(folder, 'serpbear.jsonl');
    await saveKeywords(from, path);
    await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function saveKeywords(from: SerpBearAddress, path: string): Promise<void> {
  const { domains } = await ask(from, '/api/domains', {}, Domains);
  const ids: number[] = [];
  for (const { domain } of domains) {
    const { keywords } = await ask(from, '/api/keywords', { domain }, Keywords);
    ids.push(...keywords.map(({ ID: id }) => id));
  }
  if (ids.length === 0) throw new Error('SerpBear has no keywords.');
  if (ids.length > KEYWORDS_MAX) throw new Error(`SerpBear has more than ${KEYWORDS_MAX} keywords: bring its database.sqlite.`);
  const file = await open(path, 'wx', 0o600);
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      // The list has the last days only; a keyword by itself has all of them.
      const found = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => ask(from, '/api/keyword', { id: String(id) }, Keyword)));
      for (const { keyword } of found)
        await file.write(`${JSON.stringify(Object.fromEntries(SERPBEAR_COLUMNS.map((name) => [name, keyword[name] ?? null])))}\n`);
    }
  } finally {
    await file.close();
  }
}

async function ask<Answer>(
  { address, apiKey }: SerpBearAddress,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const url = new URL(`${address.replace(/\/+$/u, '')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new Error(`No SerpBear answers at ${url.origin}.`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`SerpBear refused ${path} with ${response.status}: is the key its APIKEY?`);
  const answer = schema.safeParse(readJson(text));
  if (!answer.success) throw new Error(`What answers at ${url.origin}${path} is no SerpBear that is known.`);
  return answer.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
