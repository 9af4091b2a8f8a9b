import { hashText, unit } from '../hashing.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { refuse, type ConsoleCall } from './call.ts';
import { authorize, giveToken, revoke } from './oauth.ts';
import { answerQuery, findSite } from './performance.ts';

const SITE = /^\/webmasters\/v3\/sites\/([^/]+)\/(searchAnalytics\/query|sitemaps)$/u;
const INDEXED_SHARE = 0.85;

/** What stands below `/search-console`: the sign-in, and the five calls. */
export function answerConsole(call: ConsoleCall, method: string, path: string): Reply {
  switch (`${method} ${path}`) {
    case 'GET /o/oauth2/v2/auth':
      return authorize(call);
    case 'POST /token':
      return giveToken(call);
    case 'POST /revoke':
      return revoke(call);
    default:
      return refuseCall(call) ?? answerCall(call, method, path);
  }
}

/** Why a call of the interface is refused, whatever it asks. */
function refuseCall({ table: { state }, authorization = '', realNow }: ConsoleCall): Reply | undefined {
  const end = state.accessTokens.get(authorization.replace(/^Bearer /iu, ''));
  if (end === undefined || end < realNow)
    return refuse(401, 'authError', 'Request had invalid authentication credentials. Expected OAuth 2 access token.');
  if (state.broken === 'api_off')
    return refuse(
      403,
      'accessNotConfigured',
      'Google Search Console API has not been used in project 123456789 before or it is disabled. ' +
        'Enable it by visiting https://console.developers.google.com/apis/api/searchconsole.googleapis.com/overview?project=123456789 then retry.',
    );
  if (state.broken === 'wrong_scope') return refuse(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
  return undefined;
}

function answerCall(call: ConsoleCall, method: string, path: string): Reply {
  if (method === 'GET' && path === '/webmasters/v3/sites')
    return jsonReply(200, {
      siteEntry: call.table.state.properties.map(({ site_url: siteUrl, permission }) => ({ siteUrl, permissionLevel: permission })),
    });
  if (method === 'POST' && path === '/v1/urlInspection/index:inspect') return inspect(call);
  const [, encoded = '', operation] = SITE.exec(path) ?? [];
  const siteUrl = decodeURIComponent(encoded);
  if (operation === undefined) return refuse(404, 'notFound', 'Not Found');
  const refusal = refuseSite(call, siteUrl);
  if (refusal !== undefined) return refusal;
  if (operation === 'sitemaps') return method === 'GET' ? listSitemaps(call, siteUrl) : refuse(405, 'httpMethodNotAllowed', 'Not allowed');
  return method === 'POST' ? answerQuery(call, siteUrl) : refuse(405, 'httpMethodNotAllowed', 'Not allowed');
}

function refuseSite({ table: { state } }: ConsoleCall, siteUrl: string): Reply | undefined {
  const property = state.properties.find(({ site_url: listed }) => listed === siteUrl);
  if (property !== undefined && property.permission !== 'siteUnverifiedUser' && state.broken !== 'no_permission') return undefined;
  return refuse(
    403,
    'forbidden',
    `User does not have sufficient permission for site '${siteUrl}'. See also: https://support.google.com/webmasters/answer/2451999.`,
  );
}

function listSitemaps({ world, now }: ConsoleCall, siteUrl: string): Reply {
  const site = findSite(world, siteUrl);
  if (site === undefined) return jsonReply(200, {});
  const at = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000).toISOString();
  return jsonReply(200, {
    sitemap: [
      {
        path: `https://${site.host}/sitemap.xml`,
        lastSubmitted: '2026-01-12T08:00:00.000Z',
        isPending: false,
        isSitemapsIndex: false,
        type: 'sitemap',
        lastDownloaded: at,
        warnings: String(site.hash % 3),
        errors: '0',
        contents: [{ type: 'web', submitted: String(20 + (site.hash % 200)), indexed: '0' }],
      },
    ],
  });
}

/** The same address is always judged the same; one in seven is not indexed. */
function inspect(call: ConsoleCall): Reply {
  const { inspectionUrl, siteUrl } = JSON.parse(call.body === '' ? '{}' : call.body) as Record<string, unknown>;
  if (typeof inspectionUrl !== 'string' || typeof siteUrl !== 'string')
    return refuse(400, 'invalidParameter', 'inspectionUrl and siteUrl are required');
  const refusal = refuseSite(call, siteUrl);
  if (refusal !== undefined) return refusal;
  const site = findSite(call.world, siteUrl);
  if (site === undefined || findSite(call.world, inspectionUrl) !== site)
    return refuse(400, 'invalidParameter', "You do not own this site, or the inspected URL isn't part of this property.");
  const isIndexed = unit(hashText(inspectionUrl)) < INDEXED_SHARE;
  return jsonReply(200, {
    inspectionResult: {
      inspectionResultLink: `https://search.google.com/search-console/inspect?resource_id=${encodeURIComponent(siteUrl)}`,
      indexStatusResult: {
        verdict: isIndexed ? 'PASS' : 'NEUTRAL',
        coverageState: isIndexed ? 'Submitted and indexed' : 'Crawled - currently not indexed',
        robotsTxtState: 'ALLOWED',
        indexingState: 'INDEXING_ALLOWED',
        lastCrawlTime: new Date(call.now.getTime() - (hashText(inspectionUrl) % 864_000) * 1_000).toISOString(),
        pageFetchState: 'SUCCESSFUL',
        ...(isIndexed ? { googleCanonical: inspectionUrl, userCanonical: inspectionUrl } : {}),
        crawledAs: 'MOBILE',
        sitemap: [`https://${site.host}/sitemap.xml`],
      },
    },
  });
}
