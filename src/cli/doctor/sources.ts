import type { Config } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient, type HttpClient } from '#providers/http-client.ts';
import { readAheadMs } from '#providers/http-errors.ts';
import { searchProvider } from '#providers/index.ts';
import { parseAddress } from '#providers/llm/address.ts';
import { findPrice } from '#providers/llm/prices.ts';
import { absent, ok, toShownAddress, toSpanText, warning, wrong, type Finding } from './finding.ts';
import { judgeClock } from './stores.ts';

const TIMEOUT_MS = 10_000;

/** Every outside source that is configured, by calls that cost nothing; and this machine's clock by what they answer. */
export async function checkSources(config: Config): Promise<Finding[]> {
  const clock = makeClock();
  let seen: { readonly service: string; readonly aheadMs: number } | undefined;
  const http = makeHttpClient({
    logger: makeLogger('silent'),
    allowedPrivateOrigins: listOrigins(config),
    onResponse: (service, headers) => {
      const aheadMs = readAheadMs(headers, clock.realNow());
      if (aheadMs !== undefined) seen ??= { service, aheadMs };
    },
  });
  try {
    const provider = await checkProvider(config, http);
    const llm = await checkLlm(config, http);
    const embeddings = await checkModels(http, {
      subject: 'embeddings',
      ...config.embeddings,
      unset: 'not set: the built-in embedder serves',
    });
    const time =
      seen === undefined
        ? absent('time', 'no outside source answered: this clock was not compared with another')
        : judgeClock('time', `that of ${seen.service} differs by ${toSpanText(seen.aheadMs)}`, seen.aheadMs);
    return [provider, llm, embeddings, time, describeTokens(config)];
  } finally {
    await http.close();
  }
}

function listOrigins(config: Config): string[] {
  const { sandbox, llm, embeddings } = config;
  const named = [sandbox === 'start' ? undefined : sandbox, searchProvider.toBaseUrl(config), llm.baseUrl, embeddings.baseUrl];
  return named.flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
}

async function checkProvider(config: Config, http: HttpClient): Promise<Finding> {
  const subject = config.sandbox === undefined ? 'search data' : 'search data (sandbox)';
  if (config.sandbox === 'start') return ok(subject, 'SANDBOX: simulated by the service itself');
  const { credentials, address } = searchProvider.identity;
  const asked = config.sandbox === undefined ? config : { ...config, ...searchProvider.toSandboxSettings(config, config.sandbox) };
  if (!searchProvider.isConfigured(asked)) return absent(subject, 'no credentials', `Set ${credentials.join(' and ')}, or try SANDBOX=1.`);
  const host = toShownAddress(searchProvider.toBaseUrl(asked));
  try {
    const { balanceUsd } = await searchProvider.makeAccountData({ http, config: asked }).fetchAccount(AbortSignal.timeout(TIMEOUT_MS));
    if (balanceUsd === null) return ok(subject, `${host} knows the account`);
    const text = `${host} knows the account; its balance is ${balanceUsd.toFixed(2)} USD`;
    return balanceUsd > 0 ? ok(subject, text) : warning(subject, text, 'Top it up: paid calls are refused.');
  } catch (error) {
    return wrong(subject, `${host}: ${messageOf(error)}`, `Check ${credentials.join(', ')} and ${address}.`);
  }
}

async function checkLlm({ sandbox, llm }: Config, http: HttpClient): Promise<Finding> {
  if (sandbox !== undefined) return ok('LLM', 'SANDBOX: simulated, whatever LLM_BASE_URL says');
  const unset = 'set LLM_BASE_URL and LLM_MODEL; without them classification ends with its free stages';
  return await checkModels(http, { subject: 'LLM', ...llm, unset });
}

interface ModelSource {
  readonly subject: string;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly model: string | undefined;
  readonly unset: string;
  readonly inputUsdPerMtok?: number | undefined;
}

/** Listing the models is free with every vendor of this format. */
async function checkModels(http: HttpClient, source: ModelSource): Promise<Finding> {
  const { subject, baseUrl, apiKey, model, unset } = source;
  if (baseUrl === undefined) return absent(subject, unset);
  if (model === undefined) return absent(subject, `an address, but no model: ${unset}`);
  const host = toShownAddress(baseUrl);
  const names =
    subject === 'LLM' ? 'LLM_BASE_URL, LLM_API_KEY and LLM_MODEL' : 'EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY and EMBEDDINGS_MODEL';
  const address = parseAddress(baseUrl, apiKey);
  try {
    const answer = await http.request({
      service: 'llm',
      url: `${address.baseUrl}/models`,
      headers: address.headers,
      timeoutMs: TIMEOUT_MS,
      readsFailures: true,
    });
    if ([401, 403].includes(answer.status)) return wrong(subject, `${host} refuses the key`, `Check ${names}.`);
    if (answer.status >= 400)
      return warning(subject, `${host} answers, but does not list its models (${answer.status})`, `Check ${names}.`);
    const known = readModels(answer.body);
    if (known.length === 0 || known.includes(model)) return judgePrice(source, host);
    return warning(subject, `${host} does not list ${model}`, `It lists ${known.slice(0, 5).join(', ')}. Check ${names}.`);
  } catch (error) {
    return wrong(subject, `${host}: ${messageOf(error)}`, `Check ${names}.`);
  }
}

/** Budgets hold as well as the price is known. */
function judgePrice({ subject, model = '', inputUsdPerMtok }: ModelSource, host: string): Finding {
  const text = `${host}, ${model}`;
  if (subject !== 'LLM' || inputUsdPerMtok !== undefined || findPrice(model) !== undefined) return ok(subject, text);
  return warning(subject, `${text}: its price is not known`, 'Set LLM_INPUT_USD_PER_MTOK and LLM_OUTPUT_USD_PER_MTOK.');
}

function readModels(body: Buffer): string[] {
  try {
    const { data } = JSON.parse(body.toString('utf8')) as { data?: readonly { id?: unknown }[] };
    return (data ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  } catch {
    return [];
  }
}

function describeTokens({ jwtSecret }: Config): Finding {
  if (jwtSecret !== undefined) return ok('tokens', 'JWT_SECRET');
  return absent('tokens', 'routes that take a token answer 503', 'Set JWT_SECRET for them.');
}
