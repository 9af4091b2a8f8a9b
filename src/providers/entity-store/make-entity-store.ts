import type { Config } from '#config';
import { AppError, OutsideError } from '#kernel/errors.ts';
import type { HttpClient } from '../http-client.ts';
import type { EntityStore, RefusedItem } from './index.ts';
import { SERVICE } from './services.ts';
import { BatchAnswer, toCategoryWire, toKeywordCategoryWire, toKeywordWire, toProjectKeywordWire } from './wire.ts';

export interface EntityStoreOptions {
  readonly http: Pick<HttpClient, 'request'>;
  readonly config: Config['entityStore'];
}

const UNAUTHORIZED = 401;

/** The entity store that the operator named, or one that says that there is none. It never tries again. */
export function makeEntityStore({ http, config }: EntityStoreOptions): EntityStore {
  const { url, token, batchMax } = config;

  const send = async (path: string, items: readonly object[], signal: AbortSignal | undefined): Promise<RefusedItem[]> => {
    if (url === undefined || token === undefined) throw notConfigured();
    if (items.length === 0) return [];
    const { body } = await http
      .request({
        service: SERVICE,
        endpoint: path,
        url: `${url.replace(/\/+$/u, '')}/${path}`,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items }),
        signal,
      })
      .catch((error: unknown) => {
        throw nameRefusal(error);
      });
    return readResults(body, items.length);
  };

  return {
    isConfigured: url !== undefined && token !== undefined,
    batchMax,
    ensureCategories: (categories, signal) => send('categories/ensure', categories.map(toCategoryWire), signal),
    upsertKeywords: (keywords, signal) => send('keywords/bulk', keywords.map(toKeywordWire), signal),
    upsertKeywordCategories: (relations, signal) => send('keyword-categories/bulk', relations.map(toKeywordCategoryWire), signal),
    upsertProjectKeywords: (relations, signal) => send('project-keywords/bulk', relations.map(toProjectKeywordWire), signal),
  };
}

/** A 401 has two reasons that look the same from here. */
function nameRefusal(error: unknown): unknown {
  if (!(error instanceof OutsideError) || error.code !== UNAUTHORIZED) return error;
  return new OutsideError({
    service: SERVICE,
    kind: 'credentials_refused',
    code: UNAUTHORIZED,
    message:
      'The entity store answered 401: either the token (ENTITY_STORE_TOKEN) is wrong or expired, ' +
      'or the address (ENTITY_STORE_URL) lacks the app id.',
    cause: error,
  });
}

function readResults(body: Buffer, count: number): RefusedItem[] {
  const { results } = parse(body);
  if (results.length !== count)
    throw new OutsideError({
      service: SERVICE,
      kind: 'parse',
      message: `the entity store answered ${results.length} results for ${count} items`,
    });
  return results.flatMap(({ success, error }, at) => (success ? [] : [{ at, error: error ?? 'refused without a reason' }]));
}

function parse(body: Buffer) {
  try {
    return BatchAnswer.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw new OutsideError({ service: SERVICE, kind: 'parse', message: 'the entity store answered with something unreadable', cause });
  }
}

function notConfigured(): AppError {
  return new AppError('not_configured', 'Entity store not configured', {
    message: 'No entity store is configured.',
    hint: 'Set ENTITY_STORE_URL and ENTITY_STORE_TOKEN.',
  });
}
