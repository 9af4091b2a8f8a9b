import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { AppStoreSettings } from '#providers/app-store/settings.ts';
import type { MailAddress } from '#providers/mail/address.ts';
import type { SmtpSettings } from '#providers/mail/settings.ts';
import { GOOGLE, type SearchConsoleSettings } from '#providers/search-console/settings.ts';
import { STORE_CRAWL } from '#providers/store-crawl.ts';
import type { ProviderLimits } from '#providers/search-data/limits.ts';
import type { BlobSettings } from '#stores/blobs/types.ts';
import { Environment } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';
import { toSmtp } from './smtp-settings.ts';

export { listSecrets } from './list-secrets.ts';

/**
 * The only reader of the environment (docs/configuration.md). Every value is parsed once (`environment.ts`);
 * a wrong one stops the start with a single message that names every wrong variable.
 */

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
  /** A folder, or `s3://bucket/prefix`. */
  readonly blobUrl: string;
  readonly s3: BlobSettings['s3'];
  /** Below it exports may be written; undefined: into no folder. */
  readonly exportsFolder: string | undefined;
  readonly redisUrl: string | undefined;
  /** For how many days runs with their results stay in PostgreSQL. */
  readonly serpRetentionDays: number;
  /** For how many of these days the provider's answers to them stay; 0: no longer than they take to be read. */
  readonly serpEvidenceDays: number;
  /** For how many days answers of assistants stay as they were received. */
  readonly answerRetentionDays: number;
  readonly role: 'all' | 'api' | 'worker';
  /** Where the command line finds the service. */
  readonly serviceUrl: string;
  /** The key with which an assistant works (`sightline mcp`). */
  readonly apiKey: string | undefined;
  readonly adminKey: string | undefined;
  /** The first owner of the console, where the deployment names one. */
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  /** Seals what must be read back; undefined: the file in the data folder has the key. */
  readonly secretsKey: string | undefined;
  /** The one before, until a rotation has ended. */
  readonly secretsKeyOld: string | undefined;
  /** Seals the secrets of an archive, and opens them again. */
  readonly archivePassphrase: string | undefined;
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
  readonly appStore: AppStoreSettings;
  /** Between two posts of questions about `store_b` to the paid provider that one workflow asks. */
  readonly storeBDelaySeconds: number;
  /** The mail server; undefined: none is set up. */
  readonly smtp: SmtpSettings | undefined;
  /** `SMTP_FROM`, which the sandbox's mail server takes as well. */
  readonly mailFrom: MailAddress | undefined;
  readonly webhook: { readonly url: string | undefined; readonly secret: string | undefined };
  readonly entityStore: { readonly url: string | undefined; readonly token: string | undefined; readonly batchMax: number };
  readonly searchConsole: SearchConsoleSettings;
  readonly corsOrigins: readonly string[];
  /** Origins of identity providers that may be private, and asked without TLS. */
  readonly signInPrivateOrigins: readonly string[];
  /** Addresses and networks of proxies: what they say of where a request came from is believed. */
  readonly trustedProxies: readonly string[];
  /** How many projects, archived ones too, an organization may have. */
  readonly projectsPerOrganizationMax: number;
  /** Tracked ones with those that ended, and saved ones, each. */
  readonly keywordsPerProjectMax: number;
  /** How many valid API keys may be bound to an organization and its projects. */
  readonly keysPerOrganizationMax: number;
  readonly membersPerOrganizationMax: number;
  /** Whether a new project begins with rules of alerts. */
  readonly givesAlertPresets: boolean;
  /** Whether assistants are served over HTTP. */
  readonly servesAssistants: boolean;
  /** Whether figures of tracked keywords are fetched in the background. */
  readonly isKeywordEnrichmentOn: boolean;
  /** How long requests are still taken after `/health` says that the process stops. */
  readonly stopNoticeSeconds: number;
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

/** Processes with the role `api` have a balancer before them. */
const STOP_NOTICE_SECONDS = 3;

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
  const read = readSecretFiles(withoutEmpty(environment));
  const parsed = Environment.safeParse(read.environment);
  const problems = [...read.problems, ...(parsed.success ? findContradictions(parsed.data) : parsed.error.issues.map(toSentence))];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(env: z.infer<typeof Environment>): Config {
  const dataDir = resolve(env.DATA_DIR);
  const { smtp, from: mailFrom } = toSmtp(env);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    clickhouseUrl: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    blobUrl: env.BLOB_URL ?? join(dataDir, 'blobs'),
    s3: {
      endpoint: env.BLOB_ENDPOINT,
      region: env.BLOB_REGION,
      accessKeyId: env.BLOB_ACCESS_KEY_ID,
      secretAccessKey: env.BLOB_SECRET_ACCESS_KEY,
    },
    exportsFolder: env.EXPORTS_FOLDER === undefined ? undefined : resolve(env.EXPORTS_FOLDER),
    redisUrl: env.REDIS_URL,
    serpRetentionDays: env.SERP_RETENTION_DAYS,
    answerRetentionDays: env.ANSWER_RETENTION_DAYS,
    serpEvidenceDays: env.SERP_EVIDENCE_DAYS ?? env.SERP_RETENTION_DAYS,
    role: env.ROLE,
    serviceUrl: env.SIGHTLINE_URL ?? toOwnUrl(env.HOST, env.PORT),
    apiKey: env.SIGHTLINE_API_KEY,
    adminKey: env.SIGHTLINE_ADMIN_KEY,
    owner:
      env.SIGHTLINE_OWNER_EMAIL === undefined || env.SIGHTLINE_OWNER_PASSWORD === undefined
        ? undefined
        : { email: env.SIGHTLINE_OWNER_EMAIL, password: env.SIGHTLINE_OWNER_PASSWORD },
    secretsKey: env.SECRETS_KEY,
    secretsKeyOld: env.SECRETS_KEY_OLD,
    archivePassphrase: env.ARCHIVE_PASSPHRASE,
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
    appStore: toAppStore(env),
    storeBDelaySeconds: env.STORE_B_DELAY_SECONDS,
    smtp,
    mailFrom,
    webhook: { url: env.WEBHOOK_URL, secret: env.WEBHOOK_SECRET },
    entityStore: { url: env.ENTITY_STORE_URL, token: env.ENTITY_STORE_TOKEN, batchMax: env.ENTITY_STORE_BATCH },
    searchConsole: { clientId: env.SEARCH_CONSOLE_CLIENT_ID, clientSecret: env.SEARCH_CONSOLE_CLIENT_SECRET, ...GOOGLE },
    corsOrigins: env.CORS_ORIGINS,
    signInPrivateOrigins: env.SIGN_IN_PRIVATE_ORIGINS.map((url) => new URL(url).origin),
    trustedProxies: env.TRUST_PROXY,
    projectsPerOrganizationMax: env.PROJECTS_PER_ORGANIZATION_MAX,
    keysPerOrganizationMax: env.KEYS_PER_ORGANIZATION_MAX,
    membersPerOrganizationMax: env.MEMBERS_PER_ORGANIZATION_MAX,
    keywordsPerProjectMax: env.KEYWORDS_PER_PROJECT_MAX,
    givesAlertPresets: env.ALERT_PRESETS === 'on',
    servesAssistants: env.MCP === 'on',
    isKeywordEnrichmentOn: env.KEYWORD_ENRICHMENT === 'on',
    stopNoticeSeconds: env.STOP_NOTICE_SECONDS ?? (env.ROLE === 'api' ? STOP_NOTICE_SECONDS : 0),
    shareCache: env.SHARE_CACHE,
    sandbox: env.SANDBOX === '1' ? 'start' : env.SANDBOX,
    sandboxPort: env.SANDBOX_PORT,
    logLevel: env.LOG_LEVEL ?? 'info',
    isLogLevelSet: env.LOG_LEVEL !== undefined,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
  };
}

function toAppStore(env: z.infer<typeof Environment>): AppStoreSettings {
  const [least = 0, most = 0] = env.STORE_A_PAGE_DELAY_MS.split('-').map(Number);
  const usualConcurrency = env.SCRAPER_PROXY_URL === undefined ? STORE_CRAWL.concurrency : STORE_CRAWL.concurrencyWithProxy;
  return {
    sources: new Set(env.STORE_A_SOURCES),
    webUrl: env.STORE_A_WEB_URL,
    itunesUrl: env.STORE_A_LOOKUP_URL,
    feedUrl: env.STORE_A_FEED_URL,
    delaySeconds: env.STORE_A_DELAY_SECONDS,
    concurrency: env.STORE_A_CONCURRENCY ?? usualConcurrency,
    pageDelayMs: [least, Math.max(least, most)],
    pageJitterMs: env.STORE_A_PAGE_JITTER_MS,
    backoffSeconds: env.STORE_A_BACKOFF_SECONDS,
    timeoutSeconds: env.STORE_A_TIMEOUT_SECONDS,
    lookup: {
      perSecond: env.STORE_A_LOOKUP_PER_SECOND,
      delayMs: env.STORE_A_LOOKUP_DELAY_MS,
      backoffSeconds: env.STORE_A_LOOKUP_BACKOFF_SECONDS,
      batch: env.STORE_A_LOOKUP_BATCH,
    },
  };
}

/** A service that listens on every address is found at this machine's own. */
function toOwnUrl(host: string, ownPort: number): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${ownPort}`;
}

/** Variables that are right alone and wrong together. */
function findContradictions(env: z.infer<typeof Environment>): string[] {
  const problems: string[] = [...toSmtp(env).problems];
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined)
    problems.push(`ROLE: ${env.ROLE} needs DATABASE_URL, because an embedded store serves one process`);
  if (env.ROLE !== 'all' && env.CLICKHOUSE_URL === undefined)
    problems.push(`ROLE: ${env.ROLE} needs CLICKHOUSE_URL, because an embedded store serves one process`);
  if ((env.SIGHTLINE_OWNER_EMAIL === undefined) !== (env.SIGHTLINE_OWNER_PASSWORD === undefined))
    problems.push('SIGHTLINE_OWNER_EMAIL: needs SIGHTLINE_OWNER_PASSWORD, and the other way round');
  if ((env.LLM_INPUT_USD_PER_MTOK === undefined) !== (env.LLM_OUTPUT_USD_PER_MTOK === undefined))
    problems.push('LLM_INPUT_USD_PER_MTOK: needs LLM_OUTPUT_USD_PER_MTOK, and the other way round');
  if ((env.BLOB_ACCESS_KEY_ID === undefined) !== (env.BLOB_SECRET_ACCESS_KEY === undefined))
    problems.push('BLOB_ACCESS_KEY_ID: needs BLOB_SECRET_ACCESS_KEY, and the other way round');
  if ((env.SERP_EVIDENCE_DAYS ?? 0) > env.SERP_RETENTION_DAYS)
    problems.push('SERP_EVIDENCE_DAYS: must be at most SERP_RETENTION_DAYS, because an answer is found by its run');
  if ((env.SEARCH_CONSOLE_CLIENT_ID === undefined) !== (env.SEARCH_CONSOLE_CLIENT_SECRET === undefined))
    problems.push('SEARCH_CONSOLE_CLIENT_ID: needs SEARCH_CONSOLE_CLIENT_SECRET, and the other way round');
  if (env.SECRETS_KEY_OLD !== undefined && env.SECRETS_KEY === undefined)
    problems.push('SECRETS_KEY_OLD: needs SECRETS_KEY, the key that takes its place');
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
