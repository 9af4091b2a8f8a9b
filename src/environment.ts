import { isIP } from 'node:net';
import { z } from 'zod';
import { countDifferent, PASSWORD_DIFFERENT_MIN } from '#kernel/text.ts';
import { isUsableKey } from '#kernel/ids.ts';
import { parseMailbox } from '#providers/mail/address.ts';
import { SMTP_TLS } from '#providers/mail/settings.ts';
import { LOOKUP_IDS_MAX, STORE_A_SOURCES, STORE_A_URLS } from '#providers/app-store/settings.ts';
import { PROVIDER_LIMITS } from '#providers/search-data/limits.ts';
import { KEY_FORM, parseKey } from '#stores/secrets/key.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_SANDBOX_PORT = 8788;
const JWT_SECRET_BYTES_MIN = 32;

/** The newest run of a monthly keyword must still be there when the next one comes. */
const RETENTION_DAYS_MIN = 32;
const RETENTION_DAYS_MAX = 3_650;
const DAYS = `must be a number of days from ${RETENTION_DAYS_MIN} to ${RETENTION_DAYS_MAX}`;
const EVIDENCE_DAYS = `must be a number of days from 0 to ${RETENTION_DAYS_MAX}`;

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
/** A stop has twenty seconds: the rest is for running requests and steps. */
const NOTICE_SECONDS_MAX = 5;
const NOTICE = `must be a whole number of seconds from 0 to ${NOTICE_SECONDS_MAX}`;

/** What a header can carry. */
const WEBHOOK_SECRET = /^(?:whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})|(?!whsec_)[!-~]+)$/u;
const WEBHOOK_SECRET_FORM = 'must have printable characters without blanks, and be base64 after whsec_';

/** A bucket with the beginning of its keys, or what is no address. */
const BLOB_HOME = /^(?:s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?|(?![a-z][a-z0-9+.-]*:\/\/).+)$/u;

const secretsKey = z
  .string()
  .trim()
  .refine((text) => parseKey(text) !== undefined, KEY_FORM)
  .optional();
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
const KEYWORDS_PER_PROJECT = 500_000;
const KEYWORDS_PER_PROJECT_MAX = 10_000_000;
const KEYWORDS = `must be a whole number from 1 to ${KEYWORDS_PER_PROJECT_MAX}`;
const MEMBERS_DEFAULT = 200;
const perOrganization = z.coerce.number(COUNT).int(COUNT).min(1, COUNT).max(COUNT_MAX, COUNT).default(PER_ORGANIZATION_DEFAULT);
/** A call limit of an outside service, which only the operator knows. */
const callCount = (usual: number) => z.coerce.number(CALLS).int(CALLS).min(1, CALLS).max(CALLS_MAX, CALLS).default(usual);
const tokenPrice = z.coerce.number(PRICE).min(0, PRICE).max(TOKEN_PRICE_MAX, PRICE).optional();
const WAIT_SECONDS_MAX = 3_600;
const waitOf = (usual: number, unit: 'seconds' | 'milliseconds') => {
  const max = unit === 'seconds' ? WAIT_SECONDS_MAX : WAIT_SECONDS_MAX * 1_000;
  const must = `must be a number of ${unit} from 0 to ${max}`;
  return z.coerce.number(must).min(0, must).max(max, must).default(usual);
};
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** A union would say what is wrong with the address alone. */
const addressOr = (word: string, message: string) => z.string().refine((text) => text === word || httpUrl.safeParse(text).success, message);

/** Every variable that the service reads, parsed (docs/configuration.md). */
export const Environment = z.object({
  PORT: port.default(DEFAULT_PORT),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().trim().min(1).default('./.sightline'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  CLICKHOUSE_URL: httpUrl.optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'must be a cluster name')
    .optional(),
  BLOB_URL: z.string().trim().regex(BLOB_HOME, 'must be a folder, or s3://bucket/prefix').optional(),
  BLOB_ENDPOINT: httpUrl.optional(),
  BLOB_REGION: z.string().trim().min(1).default('us-east-1'),
  BLOB_ACCESS_KEY_ID: optionalText,
  BLOB_SECRET_ACCESS_KEY: optionalText,
  EXPORTS_FOLDER: optionalText,
  SERP_RETENTION_DAYS: z.coerce.number(DAYS).int(DAYS).min(RETENTION_DAYS_MIN, DAYS).max(RETENTION_DAYS_MAX, DAYS).default(35),
  ANSWER_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(400),
  SERP_EVIDENCE_DAYS: z.coerce
    .number(EVIDENCE_DAYS)
    .int(EVIDENCE_DAYS)
    .min(0, EVIDENCE_DAYS)
    .max(RETENTION_DAYS_MAX, EVIDENCE_DAYS)
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  SIGHTLINE_URL: httpUrl.optional(),
  SIGHTLINE_API_KEY: z.string().trim().min(1).optional(),
  SIGHTLINE_ADMIN_KEY: z.string().trim().refine(isUsableKey, 'must have at least 16 printable characters and no blanks').optional(),
  SIGHTLINE_OWNER_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
  SIGHTLINE_OWNER_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(200, 'must have at most 200 characters')
    .refine((text) => countDifferent(text) >= PASSWORD_DIFFERENT_MIN, `must have at least ${PASSWORD_DIFFERENT_MIN} different characters`)
    .optional(),
  SIGHTLINE_OWNER_PASSWORD_FILE: optionalText,
  SECRETS_KEY: secretsKey,
  SECRETS_KEY_OLD: secretsKey,
  SECRETS_KEY_FILE: optionalText,
  SECRETS_KEY_OLD_FILE: optionalText,
  ARCHIVE_PASSPHRASE: optionalText,
  JWT_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= JWT_SECRET_BYTES_MIN, `must have at least ${JWT_SECRET_BYTES_MIN} bytes`)
    .optional(),
  PROJECTS_PER_ORGANIZATION_MAX: perOrganization,
  KEYS_PER_ORGANIZATION_MAX: perOrganization,
  MEMBERS_PER_ORGANIZATION_MAX: perOrganization.unwrap().default(MEMBERS_DEFAULT),
  KEYWORDS_PER_PROJECT_MAX: z.coerce
    .number(KEYWORDS)
    .int(KEYWORDS)
    .min(1, KEYWORDS)
    .max(KEYWORDS_PER_PROJECT_MAX, KEYWORDS)
    .default(KEYWORDS_PER_PROJECT),
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
  STORE_A_SOURCES: z
    .string()
    .default('page,lookup,feed')
    .transform(toList)
    .pipe(z.array(z.enum(STORE_A_SOURCES, `must be of ${STORE_A_SOURCES.join(', ')}, separated by commas`))),
  STORE_A_WEB_URL: httpUrl.default(STORE_A_URLS.web),
  STORE_A_LOOKUP_URL: httpUrl.default(STORE_A_URLS.itunes),
  STORE_A_FEED_URL: httpUrl.default(STORE_A_URLS.feed),
  STORE_A_DELAY_SECONDS: waitOf(4, 'seconds'),
  STORE_A_CONCURRENCY: z.coerce.number(CALLS).int(CALLS).min(1, CALLS).max(CALLS_MAX, CALLS).optional(),
  STORE_A_PAGE_DELAY_MS: z
    .string()
    .regex(/^\d{1,6}-\d{1,6}$/u, 'must be two numbers of milliseconds such as 300-500')
    .default('300-500'),
  STORE_A_PAGE_JITTER_MS: waitOf(200, 'milliseconds'),
  STORE_A_BACKOFF_SECONDS: waitOf(10, 'seconds'),
  STORE_A_TIMEOUT_SECONDS: callCount(30),
  STORE_A_LOOKUP_PER_SECOND: callCount(5),
  STORE_A_LOOKUP_DELAY_MS: waitOf(200, 'milliseconds'),
  STORE_A_LOOKUP_BACKOFF_SECONDS: waitOf(3, 'seconds'),
  STORE_A_LOOKUP_BATCH: atMost(LOOKUP_IDS_MAX),
  STORE_B_DELAY_SECONDS: waitOf(8, 'seconds'),
  PUBLIC_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.acme.com' }).optional(),
  SMTP_HOST: optionalText,
  SMTP_PORT: port.optional(),
  SMTP_USER: optionalText,
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_PASSWORD_FILE: optionalText,
  SMTP_FROM: z
    .string()
    .refine((text) => parseMailbox(text) !== undefined, 'must be an address such as Sightline <reports@acme.com>')
    .optional(),
  SMTP_TLS: z.enum(SMTP_TLS, `must be ${SMTP_TLS.join(', ')}`).optional(),
  SMTP_CA_FILE: optionalText,
  WEBHOOK_URL: httpUrl.optional(),
  WEBHOOK_SECRET: z.string().trim().regex(WEBHOOK_SECRET, WEBHOOK_SECRET_FORM).optional(),
  ENTITY_STORE_URL: httpUrl.optional(),
  ENTITY_STORE_TOKEN: optionalText,
  ENTITY_STORE_BATCH: callCount(50),
  SEARCH_CONSOLE_CLIENT_ID: optionalText,
  SEARCH_CONSOLE_CLIENT_SECRET: optionalText,
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(toList)
    .pipe(z.array(addressOr('*', 'must be http addresses or *, separated by commas'))),
  SIGN_IN_PRIVATE_ORIGINS: z.string().default('').transform(toList).pipe(z.array(httpUrl)),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform(toList)
    .refine((networks) => networks.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, separated by commas'),
  ALERT_PRESETS: z.enum(['on', 'off']).default('on'),
  MCP: z.enum(['on', 'off']).default('on'),
  KEYWORD_ENRICHMENT: z.enum(['on', 'off']).default('on'),
  STOP_NOTICE_SECONDS: z.coerce.number(NOTICE).int(NOTICE).min(0, NOTICE).max(NOTICE_SECONDS_MAX, NOTICE).optional(),
  SHARE_CACHE: z.enum(['service', 'organization']).default('service'),
  SANDBOX: addressOr('1', 'must be 1 or an http address').optional(),
  SANDBOX_PORT: port.default(DEFAULT_SANDBOX_PORT),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

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
