import type { Operation } from '#data/answers/ask-once.ts';
import { client } from '../../../../../clients/typescript/src/client.gen.ts';
import type { AlertDetails, AlertList, AlertRule, AlertState, ChannelList, RuleDraft, RuleList } from './types.ts';

interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** A function of the API, in the shape of the generated client's. */
function call<Options extends Asked, Data>(method: Method, url: string): Operation<Options, Data> {
  return async (options) => {
    const isJson = options.body !== undefined;
    return (await client[method]({
      ...options,
      url,
      ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
    } as never)) as Awaited<ReturnType<Operation<Options, Data>>>;
  };
}

export interface AlertsQuery {
  readonly project_id: string;
  readonly state?: AlertState;
  /** Several stand behind commas. */
  readonly severity?: string;
  readonly rule_id?: string;
  readonly keyword_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly offset?: number;
}

interface OfRule {
  readonly path: { readonly rule_id: string };
}

interface NewMute {
  readonly project_id: string;
  readonly rule_id?: string;
  readonly keyword_id?: string;
  readonly tag?: string;
  readonly until: string;
  readonly reason: string;
}

export const getAlerts = call<{ readonly query: AlertsQuery }, AlertList>('get', '/api/alerts');
export const getAlert = call<{ readonly path: { readonly alert_id: string } }, { readonly alert: AlertDetails }>(
  'get',
  '/api/alerts/{alert_id}',
);
export const postAcknowledge = call<
  { readonly body: { readonly ids: readonly string[]; readonly note: string | null } },
  { readonly acknowledged: number }
>('post', '/api/alerts/acknowledge');
export const getRules = call<{ readonly query: { readonly project_id: string; readonly limit: number } }, RuleList>(
  'get',
  '/api/alert-rules',
);
export const getRule = call<OfRule, { readonly rule: AlertRule }>('get', '/api/alert-rules/{rule_id}');
export const postRule = call<{ readonly body: RuleDraft & { readonly project_id: string } }, { readonly rule: AlertRule }>(
  'post',
  '/api/alert-rules',
);
export const putRule = call<OfRule & { readonly body: RuleDraft }, { readonly rule: AlertRule }>('put', '/api/alert-rules/{rule_id}');
export const deleteRule = call<OfRule, { readonly deleted: boolean }>('delete', '/api/alert-rules/{rule_id}');
export const postMute = call<{ readonly body: NewMute }, object>('post', '/api/mutes');
export const getChannels = call<{ readonly query: { readonly project_id: string; readonly limit: number } }, ChannelList>(
  'get',
  '/api/channels',
);
