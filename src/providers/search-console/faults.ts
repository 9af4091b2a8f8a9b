import { MINUTE_MS } from '#kernel/durations.ts';
import { OutsideError } from '#kernel/errors.ts';
import { SERVICE } from './settings.ts';

/** Why Google says no. */
export type SearchConsoleFaultKind =
  | 'api_off'
  | 'no_permission'
  | 'unverified'
  | 'other_form'
  | 'wrong_scope'
  | 'access_revoked'
  | 'access_limited'
  | 'key_refused'
  | 'client_refused'
  | 'client_missing'
  | 'token_ended'
  | 'quota'
  | 'rate_limited'
  | 'request_refused';

interface Meaning {
  readonly cause: string;
  /** The one thing to do next. */
  readonly step: string;
  readonly kind: OutsideError['kind'];
  readonly retryable?: true;
}

const MEANINGS: Readonly<Record<SearchConsoleFaultKind, Meaning>> = {
  api_off: {
    cause: 'The Search Console API is switched off in the Google Cloud project that asks.',
    step: 'Switch it on at {detail}, wait five minutes and test again.',
    kind: 'request_refused',
  },
  no_permission: {
    cause: 'The account that is connected may not read the property {detail}.',
    step: 'Let an owner of the property add the account under "Users and permissions" in Search Console, and test again.',
    kind: 'request_refused',
  },
  unverified: {
    cause: 'The account that is connected lists the property {detail}, but has not proved that it owns it.',
    step: 'Verify the property in Search Console, and test again.',
    kind: 'request_refused',
  },
  other_form: {
    cause: 'The property that was asked for is not listed in this form.',
    step: 'Choose {detail}, as Search Console lists it.',
    kind: 'request_refused',
  },
  wrong_scope: {
    cause: 'Access was granted without the right to read Search Console data.',
    step: 'Connect again, and leave the box of Search Console ticked.',
    kind: 'credentials_refused',
  },
  access_revoked: {
    cause: 'Access was taken back, or was not used for six months.',
    step: 'Connect again; everything that was collected stays, and the gap is filled.',
    kind: 'credentials_refused',
  },
  access_limited: {
    cause: 'Access ended after seven days, because the consent screen of the OAuth client is in "Testing".',
    step: 'Publish the app in the Google Cloud console, and then connect again.',
    kind: 'credentials_refused',
  },
  key_refused: {
    cause: 'The key of the service account is not valid, or the account does not exist any more.',
    step: 'Make a new JSON key for the service account and enter it.',
    kind: 'credentials_refused',
  },
  client_refused: {
    cause: 'Google does not take the id and the secret of the OAuth client.',
    step: 'Let an operator compare SEARCH_CONSOLE_CLIENT_ID and SEARCH_CONSOLE_CLIENT_SECRET with the client in the Google Cloud console.',
    kind: 'credentials_refused',
  },
  client_missing: {
    cause: 'No OAuth client is set up, so that people cannot sign in to Google.',
    step: 'Let an operator set SEARCH_CONSOLE_CLIENT_ID and SEARCH_CONSOLE_CLIENT_SECRET, or enter the key of a service account.',
    kind: 'credentials_missing',
  },
  token_ended: {
    cause: 'The access token ended before its time.',
    step: 'Wait: a new one is asked for with the next try.',
    kind: 'http',
    retryable: true,
  },
  quota: {
    cause: 'The load quota of Search Console is used up.',
    step: 'Wait 15 minutes: the collection goes on by itself.',
    kind: 'rate_limited',
    retryable: true,
  },
  rate_limited: {
    cause: 'Search Console was asked too often in a short time.',
    step: 'Wait a minute: the collection goes on by itself.',
    kind: 'rate_limited',
    retryable: true,
  },
  request_refused: {
    cause: 'Search Console does not take the request: {detail}',
    step: 'Report this with the time of the request; nothing that was collected is lost.',
    kind: 'request_refused',
  },
};
const WAITS_MS: Partial<Record<SearchConsoleFaultKind, number>> = { quota: 15 * MINUTE_MS, rate_limited: MINUTE_MS };
const API_PAGE = 'https://console.cloud.google.com/apis/library/searchconsole.googleapis.com';
const CONSOLE_LINK = /https:\/\/console\.(?:developers|cloud)\.google\.com\/[\w./?=&-]+/u;
const TEXT_MAX = 300;

/** Google said no: a cause in `message`, and one next step in `hint`. Nothing that was sent stands in either. */
export class SearchConsoleFault extends OutsideError {
  readonly fault: SearchConsoleFaultKind;

  /**
   * @param fault what is wrong
   * @param detail a property, an address or Google's own words, where the sentences name it
   */
  constructor(fault: SearchConsoleFaultKind, detail = '', options: { readonly status?: number; readonly retryAfterMs?: number } = {}) {
    const { cause, step, kind, retryable = false } = MEANINGS[fault];
    const fill = (text: string): string => text.replace('{detail}', () => detail.slice(0, TEXT_MAX));
    const retryAfterMs = options.retryAfterMs ?? WAITS_MS[fault];
    super({
      service: SERVICE,
      kind,
      message: fill(cause),
      hint: fill(step),
      retryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(options.status === undefined ? {} : { code: options.status }),
    });
    this.name = 'SearchConsoleFault';
    this.fault = fault;
  }
}

/** What a refused call says, by Google's reason for it. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs: number | undefined;
}

/** What a refusal means; undefined where it says only that Google is not well. */
export function toFault({ status, reason, message, retryAfterMs }: Refusal, siteUrl = ''): SearchConsoleFault | undefined {
  const options = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (status >= 500) return undefined;
  if (/^(quotaExceeded|dailyLimitExceeded|RESOURCE_EXHAUSTED)$/u.test(reason)) return new SearchConsoleFault('quota', '', { status });
  if (status === 429 || /^(user)?rateLimitExceeded$/iu.test(reason)) return new SearchConsoleFault('rate_limited', '', options);
  if (status === 401) return new SearchConsoleFault('token_ended', '', options);
  if (/^(accessNotConfigured|SERVICE_DISABLED)$/u.test(reason))
    return new SearchConsoleFault('api_off', CONSOLE_LINK.exec(message)?.[0] ?? API_PAGE, options);
  if (/^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/u.test(reason))
    return new SearchConsoleFault('wrong_scope', '', options);
  if (status === 403) return new SearchConsoleFault('no_permission', siteUrl, options);
  return new SearchConsoleFault('request_refused', message, options);
}
