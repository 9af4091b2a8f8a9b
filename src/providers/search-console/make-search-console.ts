import type { z } from 'zod';
import { parseRetryAfter, toStatusError } from '../http-errors.ts';
import type { HttpResponse } from '../http-client.ts';
import { SearchConsoleFault, toFault } from './faults.ts';
import type { Credentials, Inspection, PerformanceRequest, Property, SearchConsole, Sitemap } from './index.ts';
import { SERVICE } from './settings.ts';
import { makeTokens, type Tokens, type TokenTools } from './tokens.ts';
import { ErrorWire, InspectionWire, PerformanceWire, readAnswer, SitemapsWire, SitesWire, toInstant } from './wire.ts';

const UNVERIFIED = 'siteUnverifiedUser';
/** 25,000 rows of long addresses. */
const ANSWER_BYTES_MAX = 64 * 1_024 * 1_024;
const TIMEOUT_MS = 60_000;
const LANGUAGE = 'en-US';

interface Call {
  /** What it is measured as. */
  readonly endpoint: string;
  readonly url: string;
  readonly body?: object;
  readonly siteUrl?: string;
  readonly signal: AbortSignal | undefined;
}

/** Google's Search Console, by five calls of its own interface. */
export function makeSearchConsole(tools: TokenTools): SearchConsole {
  const { settings } = tools;
  const tokens = makeTokens(tools);
  const toSite = (siteUrl: string): string => `${settings.apiUrl}/webmasters/v3/sites/${encodeURIComponent(siteUrl)}`;

  const call = async <Shape extends z.ZodType>(credentials: Credentials, shape: Shape, asked: Call): Promise<z.infer<Shape>> =>
    readAnswer(shape, (await send(tools, tokens, credentials, asked)).body);

  const listProperties: SearchConsole['listProperties'] = async (credentials, signal) => {
    const { siteEntry } = await call(credentials, SitesWire, { endpoint: 'sites', url: `${settings.apiUrl}/webmasters/v3/sites`, signal });
    return siteEntry.map(({ siteUrl, permissionLevel: permission }) => ({ siteUrl, permission, canRead: permission !== UNVERIFIED }));
  };
  /** A call for a property. Where it is forbidden, the list of properties says why. */
  const ofSite: typeof call = async (credentials, shape, asked) => {
    try {
      return await call(credentials, shape, asked);
    } catch (error) {
      if (!(error instanceof SearchConsoleFault) || error.fault !== 'no_permission') throw error;
      const listed = await listProperties(credentials, asked.signal);
      throw explainForbidden(listed, asked.siteUrl ?? '') ?? error;
    }
  };

  return {
    canSignIn: settings.clientId !== undefined,
    beginConsent: tokens.beginConsent,
    takeCode: tokens.takeCode,
    listProperties,
    async fetchPerformance(credentials, siteUrl, request, signal) {
      const url = `${toSite(siteUrl)}/searchAnalytics/query`;
      const asked = { endpoint: 'query', url, body: toQuery(request), siteUrl, signal };
      const { rows, metadata } = await ofSite(credentials, PerformanceWire, asked);
      return { rows, firstIncompleteDate: metadata?.first_incomplete_date, firstIncompleteHour: metadata?.first_incomplete_hour };
    },
    async listSitemaps(credentials, siteUrl, signal) {
      const asked = { endpoint: 'sitemaps', url: `${toSite(siteUrl)}/sitemaps`, siteUrl, signal };
      return (await ofSite(credentials, SitemapsWire, asked)).sitemap.map(toSitemap);
    },
    async inspect(credentials, siteUrl, url, signal) {
      const body = { siteUrl, inspectionUrl: url, languageCode: LANGUAGE };
      const asked = { endpoint: 'inspect', url: `${settings.inspectionUrl}/v1/urlInspection/index:inspect`, body, siteUrl, signal };
      return toInspection((await ofSite(credentials, InspectionWire, asked)).inspectionResult);
    },
  };
}

async function send({ http }: TokenTools, tokens: Tokens, credentials: Credentials, asked: Call): Promise<HttpResponse> {
  const token = await tokens.find(credentials, asked.signal);
  const answer = await http.request({
    service: SERVICE,
    endpoint: asked.endpoint,
    url: asked.url,
    method: asked.body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: asked.body === undefined ? undefined : JSON.stringify(asked.body),
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
    readsFailures: true,
    signal: asked.signal,
  });
  if (answer.status < 400) return answer;
  if (answer.status === 401) tokens.forget(credentials);
  throw toFault(readRefusal(answer), asked.siteUrl) ?? toStatusError(SERVICE, answer.status, answer.headers);
}

/** Google names the reason in one of three places, by the age of its service. */
function readRefusal({ status, headers, body }: HttpResponse) {
  const parsed = ErrorWire.safeParse(parseJson(body));
  const error = parsed.success ? parsed.data.error : undefined;
  const reason = error?.errors?.[0]?.reason ?? error?.details?.find((detail) => detail.reason !== undefined)?.reason ?? error?.status ?? '';
  return { status, reason, message: error?.message ?? `HTTP status ${status}`, retryAfterMs: parseRetryAfter(headers) };
}

/** The same website stands in the list in another form, or unproved. */
function explainForbidden(listed: readonly Property[], siteUrl: string): SearchConsoleFault | undefined {
  const same = listed.find((property) => property.siteUrl === siteUrl);
  if (same !== undefined) return same.canRead ? undefined : new SearchConsoleFault('unverified', siteUrl, { status: 403 });
  const host = hostOf(siteUrl);
  const other = listed.find((property) => {
    const otherHost = hostOf(property.siteUrl);
    return property.canRead && (otherHost === host || (isDomain(property.siteUrl) && host.endsWith(`.${otherHost}`)));
  });
  return other && new SearchConsoleFault('other_form', other.siteUrl, { status: 403 });
}

function isDomain(siteUrl: string): boolean {
  return siteUrl.startsWith('sc-domain:');
}

function hostOf(siteUrl: string): string {
  return isDomain(siteUrl) ? siteUrl.slice('sc-domain:'.length) : (URL.parse(siteUrl)?.hostname ?? siteUrl);
}

function toQuery({ aggregation, ...request }: PerformanceRequest): object {
  return { ...request, aggregationType: aggregation };
}

function toSitemap(wire: z.infer<typeof SitemapsWire>['sitemap'][number]): Sitemap {
  return {
    path: wire.path,
    lastSubmittedAt: toInstant(wire.lastSubmitted),
    lastDownloadedAt: toInstant(wire.lastDownloaded),
    isPending: wire.isPending,
    isIndex: wire.isSitemapsIndex,
    warnings: wire.warnings,
    errors: wire.errors,
    submitted: Object.fromEntries(wire.contents.map(({ type, submitted }) => [type, submitted])),
  };
}

function toInspection({
  inspectionResultLink: link,
  indexStatusResult: status,
}: z.infer<typeof InspectionWire>['inspectionResult']): Inspection {
  return {
    verdict: status.verdict,
    coverage: status.coverageState,
    robots: status.robotsTxtState,
    indexing: status.indexingState,
    fetch: status.pageFetchState,
    lastCrawledAt: toInstant(status.lastCrawlTime),
    googleCanonical: status.googleCanonical,
    userCanonical: status.userCanonical,
    link,
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
