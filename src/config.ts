import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isUsableKey } from '#kernel/ids.ts';
import { PROVIDER_LIMITS, type ProviderLimits } from '#providers/search-data/limits.ts';

/**
 * The only reader of the environment (docs/configuration.md). Every value is parsed once;
 * a wrong one stops the start with a single message that names every wrong variable.
 */

const DEFAULT_PORT = 8787;
const DEFAULT_SANDBOX_PORT = 8788;
const JWT_SECRET_BYTES_MIN = 32;

/** The newest run of a monthly keyword must still be there when the next one comes. */
const RETENTION_DAYS_MIN = 32;
const RETENTION_DAYS_MAX = 3_650;
const DAYS = `must be a number of days from ${RETENTION_DAYS_MIN} to ${RETENTION_DAYS_MAX}`;

/** More than an agency has, and few enough to keep one key from filling the tables. */
const PER_ORGANIZATION_DEFAULT = 1_000;
const COUNT_MAX = 1_000_000;
const COUNT = `must be a whole number from 1 to ${COUNT_MAX}`;

const CALLS_MAX = 100_000;
const CALLS = `must be a whole number from 1 to ${CALLS_MAX}`;
/** USD for a million tokens; the most expensive models take some hundred. */
const TOKEN_PRICE_MAX = 10_000;
const PRICE = `must be a price in USD from 0 to ${TOKEN_PRICE_MAX}`;
const SHARE = 'must be a share from 0 to 1';

/** What a header can carry. */
const WEBHOOK_SECRET = /^(?:whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})|(?!whsec_)[!-~]+)$/u;
const WEBHOOK_SECRET_FORM = 'must have printable characters without blanks, and be base64 after whsec_';

const optionalText = z.string().trim().min(1).optional();
const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number');
/** What the provider allows is the default, and the most that can be set. */
const atMost = (limit: number) => {
  const must = `must be a whole number from 1 to ${limit}`;
  return z.coerce.number(must).int(must).min(1, must).max(limit, must).default(limit);
};
const perOrganization = z.coerce.number(COUNT).int(COUNT).min(1, COUNT).max(COUNT_MAX, COUNT).default(PER_ORGANIZATION_DEFAULT);
/** Of an outside service whose limits only the operator knows. */
const callCount = (usual: number) => z.coerce.number(CALLS).int(CALLS).min(1, CALLS).max(CALLS_MAX, CALLS).default(usual);
const tokenPrice = z.coerce.number(PRICE).min(0, PRICE).max(TOKEN_PRICE_MAX, PRICE).optional();
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const Environment = z.object({
  PORT: port.default(DEFAULT_PORT),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().trim().min(1).default('./.sightline'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  CLICKHOUSE_URL: httpUrl.optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'must be a cluster name')
    .optional(),
  BLOB_URL: optionalText,
  SERP_RETENTION_DAYS: z.coerce.number(DAYS).int(DAYS).min(RETENTION_DAYS_MIN, DAYS).max(RETENTION_DAYS_MAX, DAYS).default(35),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  SIGHTLINE_URL: httpUrl.optional(),
  SIGHTLINE_ADMIN_KEY: z.string().trim().refine(isUsableKey, 'must have at least 16 printable characters and no blanks').optional(),
  JWT_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= JWT_SECRET_BYTES_MIN, `must have at least ${JWT_SECRET_BYTES_MIN} bytes`)
    .optional(),
  PROJECTS_PER_ORGANIZATION_MAX: perOrganization,
  KEYS_PER_ORGANIZATION_MAX: perOrganization,
  DATAFORSEO_LOGIN: optionalText,
  DATAFORSEO_PASSWORD: optionalText,
  DATAFORSEO_BASE_URL: httpUrl.default('https://api.dataforseo.com'),
  DATAFORSEO_CONCURRENCY: atMost(PROVIDER_LIMITS.concurrency),
  DATAFORSEO_PER_SECOND: atMost(PROVIDER_LIMITS.perSecond),
  DATAFORSEO_PER_MINUTE: atMost(PROVIDER_LIMITS.perMinute),
  DATAFORSEO_ADS_PER_MINUTE: atMost(PROVIDER_LIMITS.adsPerMinute),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: optionalText,
  LLM_MODEL: optionalText,
  LLM_INPUT_USD_PER_MTOK: tokenPrice,
  LLM_OUTPUT_USD_PER_MTOK: tokenPrice,
  LLM_CONCURRENCY: callCount(8),
  LLM_PER_MINUTE: callCount(500),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: optionalText,
  EMBEDDINGS_MODEL: optionalText,
  SCRAPER_PROXY_URL: httpUrl.optional(),
  PUBLIC_URL: httpUrl.optional(),
  WEBHOOK_URL: httpUrl.optional(),
  WEBHOOK_SECRET: z.string().trim().regex(WEBHOOK_SECRET, WEBHOOK_SECRET_FORM).optional(),
  ENTITY_STORE_URL: httpUrl.optional(),
  ENTITY_STORE_TOKEN: optionalText,
  ENTITY_STORE_BATCH: callCount(50),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(toList)
    .pipe(z.array(z.union([z.literal('*'), httpUrl], 'must be http addresses or *, separated by commas'))),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform(toList)
    .refine((networks) => networks.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, separated by commas'),
  KEYWORD_ENRICHMENT: z.enum(['on', 'off']).default('on'),
  SHARE_CACHE: z.enum(['service', 'organization']).default('service'),
  SANDBOX: z.union([z.literal('1'), httpUrl], 'must be 1 or an http address').optional(),
  SANDBOX_PORT: port.default(DEFAULT_SANDBOX_PORT),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where others reach us; unset: only this machine does. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  /** Set: tables are made `ON CLUSTER` with replicated engines. */
  readonly clickhouseCluster: string | undefined;
  readonly blobUrl: string;
  readonly redisUrl: string | undefined;
  /** For how many days runs and the provider's answers stay in PostgreSQL. */
  readonly serpRetentionDays: number;
  readonly role: 'all' | 'api' | 'worker';
  /** Where the command line finds the service. */
  readonly serviceUrl: string;
  readonly adminKey: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly dataforseo: { readonly login: string | undefined; readonly password: string | undefined; readonly baseUrl: string };
  readonly providerLimits: ProviderLimits;
  readonly llm: {
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    readonly model: string | undefined;
    /** USD for a million tokens; undefined: by the table of the models. */
    readonly inputUsdPerMtok: number | undefined;
    readonly outputUsdPerMtok: number | undefined;
    readonly concurrency: number;
    readonly perMinute: number;
  };
  readonly embeddings: { readonly baseUrl: string | undefined; readonly apiKey: string | undefined; readonly model: string | undefined };
  readonly scraperProxyUrl: string | undefined;
  readonly webhook: { readonly url: string | undefined; readonly secret: string | undefined };
  readonly entityStore: { readonly url: string | undefined; readonly token: string | undefined; readonly batchMax: number };
  readonly corsOrigins: readonly string[];
  /** Addresses and networks of proxies: what they say of where a request came from is believed. */
  readonly trustedProxies: readonly string[];
  /** How many projects, archived ones too, an organization may have. */
  readonly projectsPerOrganizationMax: number;
  /** How many valid API keys may be bound to an organization and its projects. */
  readonly keysPerOrganizationMax: number;
  /** Whether figures of tracked keywords are fetched in the background. */
  readonly isKeywordEnrichmentOn: boolean;
  /** Whether what one organization paid for serves the others, too (docs/costs.md). */
  readonly shareCache: 'service' | 'organization';
  /** `start`: run a sandbox beside the service; an address: use the sandbox that runs there. */
  readonly sandbox: 'start' | string | undefined;
  readonly sandboxPort: number;
  readonly logLevel: string;
  /** Whether the level was asked for. */
  readonly isLogLevelSet: boolean;
  readonly traces: {
    /** Base address of an OTLP collector over HTTP; unset: no traces. */
    readonly endpoint: string | undefined;
    /** Share of the traces that begin here that is kept, 0 to 1. */
    readonly share: number;
  };
}

/** The start must stop: the environment names at least one wrong value. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration.
 * @throws ConfigError naming every wrong variable at once
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = Environment.safeParse(withoutEmpty(environment));
  const problems = parsed.success ? findContradictions(parsed.data) : parsed.error.issues.map(toSentence);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(env: z.infer<typeof Environment>): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    clickhouseUrl: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    blobUrl: env.BLOB_URL ?? join(dataDir, 'blobs'),
    redisUrl: env.REDIS_URL,
    serpRetentionDays: env.SERP_RETENTION_DAYS,
    role: env.ROLE,
    serviceUrl: env.SIGHTLINE_URL ?? toOwnUrl(env.HOST, env.PORT),
    adminKey: env.SIGHTLINE_ADMIN_KEY,
    jwtSecret: env.JWT_SECRET,
    dataforseo: { login: env.DATAFORSEO_LOGIN, password: env.DATAFORSEO_PASSWORD, baseUrl: env.DATAFORSEO_BASE_URL },
    providerLimits: {
      concurrency: env.DATAFORSEO_CONCURRENCY,
      perSecond: env.DATAFORSEO_PER_SECOND,
      perMinute: env.DATAFORSEO_PER_MINUTE,
      adsPerMinute: env.DATAFORSEO_ADS_PER_MINUTE,
    },
    llm: {
      baseUrl: env.LLM_BASE_URL,
      apiKey: env.LLM_API_KEY,
      model: env.LLM_MODEL,
      inputUsdPerMtok: env.LLM_INPUT_USD_PER_MTOK,
      outputUsdPerMtok: env.LLM_OUTPUT_USD_PER_MTOK,
      concurrency: env.LLM_CONCURRENCY,
      perMinute: env.LLM_PER_MINUTE,
    },
    embeddings: { baseUrl: env.EMBEDDINGS_BASE_URL, apiKey: env.EMBEDDINGS_API_KEY, model: env.EMBEDDINGS_MODEL },
    scraperProxyUrl: env.SCRAPER_PROXY_URL,
    webhook: { url: env.WEBHOOK_URL, secret: env.WEBHOOK_SECRET },
    entityStore: { url: env.ENTITY_STORE_URL, token: env.ENTITY_STORE_TOKEN, batchMax: env.ENTITY_STORE_BATCH },
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUST_PROXY,
    projectsPerOrganizationMax: env.PROJECTS_PER_ORGANIZATION_MAX,
    keysPerOrganizationMax: env.KEYS_PER_ORGANIZATION_MAX,
    isKeywordEnrichmentOn: env.KEYWORD_ENRICHMENT === 'on',
    shareCache: env.SHARE_CACHE,
    sandbox: env.SANDBOX === '1' ? 'start' : env.SANDBOX,
    sandboxPort: env.SANDBOX_PORT,
    logLevel: env.LOG_LEVEL ?? 'info',
    isLogLevelSet: env.LOG_LEVEL !== undefined,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
  };
}

/** A service that listens on every address is found at this machine's own. */
function toOwnUrl(host: string, ownPort: number): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${ownPort}`;
}

/** Variables that are right alone and wrong together. */
function findContradictions(env: z.infer<typeof Environment>): string[] {
  const problems: string[] = [];
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined)
    problems.push(`ROLE: ${env.ROLE} needs DATABASE_URL, because an embedded store serves one process`);
  if (env.ROLE !== 'all' && env.CLICKHOUSE_URL === undefined)
    problems.push(`ROLE: ${env.ROLE} needs CLICKHOUSE_URL, because an embedded store serves one process`);
  if ((env.LLM_INPUT_USD_PER_MTOK === undefined) !== (env.LLM_OUTPUT_USD_PER_MTOK === undefined))
    problems.push('LLM_INPUT_USD_PER_MTOK: needs LLM_OUTPUT_USD_PER_MTOK, and the other way round');
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined) problems.push('CLICKHOUSE_CLUSTER: needs CLICKHOUSE_URL');
  return problems;
}

function toSentence(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])}: ${issue.message}`;
}

/** An empty variable means the same as an absent one. */
function withoutEmpty(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const filled = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '');
  return Object.fromEntries(filled);
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** An address, or a network with at least one bit that is its own: of all addresses none can be trusted. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/u.exec(text) ?? [];
  const bitsMax = { 4: 32, 6: 128 }[isIP(address)];
  return bitsMax !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= bitsMax));
}

/** Every secret of the configuration, in the forms in which they are sent, to be taken out of what is shown. */
export function listSecrets(config: Config): string[] {
  const { adminKey, jwtSecret, dataforseo, llm, embeddings, webhook, entityStore } = config;
  const addresses = [
    config.databaseUrl,
    config.clickhouseUrl,
    config.redisUrl,
    config.scraperProxyUrl,
    config.webhook.url,
    config.traces.endpoint,
  ];
  const passwords = addresses.flatMap((address) => {
    const password = address === undefined ? '' : new URL(address).password;
    return [password, decodeURIComponent(password)];
  });
  const basic = Buffer.from(`${dataforseo.login ?? ''}:${dataforseo.password ?? ''}`).toString('base64');
  const keys = [adminKey, jwtSecret, llm.apiKey, embeddings.apiKey, webhook.secret, entityStore.token];
  const given = [...keys, dataforseo.password, dataforseo.password && basic, ...passwords];
  return given.filter((secret): secret is string => secret !== undefined && secret !== '');
}
