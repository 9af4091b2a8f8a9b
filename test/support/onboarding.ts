import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sweepLostSpends } from '#areas/costs/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

export const BACKLINKS_PATH = '/v3/backlinks/backlinks/live';
export const REFERRING_PATH = '/v3/backlinks/referring_domains/live';
export const HISTORY_PATH = '/v3/backlinks/timeseries_summary/live';
export const SUMMARY_PATH = '/v3/backlinks/summary/live';
export const KEYWORDS_PATH = '/v3/dataforseo_labs/google/ranked_keywords/live';
/** Sites of the sandbox's world with three to five thousand links: few enough to be read whole. */
export const SITES = [
  'villalane.com',
  'harbordigest.com',
  'brunner-marlowpiston.us',
  'ploverserum.shop',
  'cabinopal.com',
  'umberhandbook.com',
  'moreaufaucet.net',
  'jigsawjournal.org',
  'zephyrhouse.com',
  'emberflow.app',
] as const;
/** A site without links in the sandbox's world. */
export const UNKNOWN_SITE = 'nobody-knows-this.com';

export interface PartOutput {
  readonly status: string;
  readonly rows: number | null;
  readonly total: number | null;
  readonly is_whole: boolean;
  readonly cost_usd: number;
  readonly reason: string | null;
}

/** What the workflow says at its end. */
export interface OnboardOutput {
  readonly domain: string;
  readonly domain_id: number;
  readonly onboard_status: string;
  readonly skipped?: boolean;
  readonly reason?: string;
  readonly workflow_id?: string;
  readonly budget?: string;
  readonly parts: Readonly<Record<'backlinks' | 'referring_domains' | 'keywords' | 'summary' | 'history' | 'properties', PartOutput>>;
  readonly summary: { readonly backlinks: number; readonly referring_domains: number; readonly rank: number } | null;
  readonly year_week: string | null;
  readonly new_snapshot: boolean;
  readonly lost: number;
  readonly queued: { readonly urls: number; readonly keywords: number; readonly messages: number };
  readonly cost_usd: number;
}

export interface Truth {
  readonly backlinks: number;
  readonly referring_domains: number;
  readonly rank: number;
}

export interface ProviderCall {
  readonly path: string;
  readonly body: string;
}

export interface OnboardWorld extends TestApp {
  start(domain: string, options?: object): Promise<string>;
  /** The output; throws what the workflow threw. */
  end(workflowId: string): Promise<OnboardOutput>;
  onboard(domain: string, options?: object): Promise<OnboardOutput>;
  truth(domain: string): Promise<Truth>;
  /** Calls to the provider about a target. */
  calls(domain: string, path?: string): Promise<ProviderCall[]>;
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, any>[]>;
  /** The ledger and the provider's own account agree. */
  assertBooked(): Promise<void>;
}

export async function openOnboarding(t: TestContext, options: TestAppOptions = {}): Promise<OnboardWorld> {
  const app = await startTestApp(t, options);
  const { workflows, postgres, clock, logger, searchData } = app.app.context;
  const start: OnboardWorld['start'] = (domain, given = {}) => workflows.start('domain-onboard', { domain, ...given });
  const end: OnboardWorld['end'] = async (workflowId) => {
    const ended = await workflows.waitFor<OnboardOutput>(workflowId, PATIENCE_MS);
    assert.ok(ended, 'the onboarding has ended');
    return ended.output;
  };
  const truth = async (domain: string): Promise<Truth> => (await app.sandbox.get(`/_sandbox/truth/domain?domain=${domain}`)).body;
  const rows = async (text: string, values: readonly unknown[] = []) => (await postgres.query<Record<string, any>>(text, values)).rows;
  return {
    ...app,
    start,
    end,
    onboard: async (domain, given) => await end(await start(domain, given)),
    truth,
    calls: async (domain, path) => {
      const { entries } = (await app.sandbox.get<{ entries: ProviderCall[] }>('/_sandbox/calls')).body;
      return entries.filter((call) => call.body.includes(`"target":"${domain}"`) && (path === undefined || call.path === path));
    },
    rows,
    assertBooked: async () => {
      await sweepLostSpends({ postgres, clock, logger, searchData }, { unknownAfterMs: 0 });
      const [booked] = await rows('select coalesce(sum(cost_usd), 0)::float8 as cost from api_costs');
      const { body } = await app.sandbox.get('/_sandbox/calls');
      assert.equal(booked?.['cost'].toFixed(6), body.cost_usd.toFixed(6));
    },
  };
}
