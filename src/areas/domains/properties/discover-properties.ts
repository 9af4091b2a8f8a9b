import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import type { Page } from '#providers/page-fetch/index.ts';
import { readPage } from '#providers/page-fetch/read-page.ts';
import { scrapeSocial } from '../queues.ts';
import { upsertProperties } from './store.ts';
import { findProperties } from './find-properties.ts';
import { listHomePages } from './home-pages.ts';
import { PROPERTY_KINDS, type Property, type PropertyKind } from './property.ts';

const FIRST_ERROR_STATUS = 400;
const FIRST_SERVER_ERROR = 500;

export interface DiscoverInput {
  readonly domain: { readonly id: number; readonly domain: string };
  /** Id of the calling run: a repetition in the same run sends no second message. */
  readonly runId: string;
  readonly signal?: AbortSignal | undefined;
  /** False: failures that may pass are thrown, so that the step is tried again. True unless given. */
  readonly isFinalTry?: boolean | undefined;
  /** False: sends no `scrape_social` message. True unless given. */
  readonly sendsMessage?: boolean | undefined;
}

/** How a discovery ended. */
export interface Discovery {
  /** Null when the page could not be read: that says nothing of what the brand has. */
  readonly found: Readonly<Record<PropertyKind, number>> | null;
  /** HTTP status of the home page; null when there was no answer. */
  readonly page_status: number | null;
  /** Where the page was found in the end. */
  readonly page_url: string | null;
  /** Why it could not be read. */
  readonly reason: string | null;
}

/**
 * Reads the home page of a domain through the door for pages (cached for 30 days, free of charge), stores
 * the brand properties found on it, and sends one message `scrape_social` with the profiles, in
 * one transaction. A page that cannot be read is an outcome with a reason, and
 * leaves what was known as it is.
 * @throws OutsideError that may pass, unless this is the final try
 */
export async function discoverProperties(ctx: AppContext, input: DiscoverInput): Promise<Discovery> {
  const { domain, isFinalTry = true } = input;
  let page: Page;
  try {
    page = await fetchHomePage(ctx, input);
  } catch (error) {
    if (!(error instanceof OutsideError) || (error.retryable && !isFinalTry)) throw error;
    return { found: null, page_status: error.code ?? null, page_url: null, reason: error.message };
  }
  if (page.status >= FIRST_ERROR_STATUS) return toUnread(page, isFinalTry);
  const facts = await readPage(page.text, page.finalUrl);
  const properties = findProperties(facts, domain.domain);
  await keep(ctx, input, { properties, seenAt: page.fetchedAt });
  return { found: countKinds(properties), page_status: page.status, page_url: page.finalUrl, reason: null };
}

async function fetchHomePage(ctx: AppContext, { domain, signal }: DiscoverInput): Promise<Page> {
  let failure: unknown;
  for (const url of listHomePages(domain.domain)) {
    try {
      return await ctx.pageFetch.fetchPage({ url, reach: 'full', signal });
    } catch (error) {
      if (!(error instanceof OutsideError) || error.kind !== 'network') throw error;
      failure ??= error;
    }
  }
  throw failure;
}

function toUnread(page: Page, isFinalTry: boolean): Discovery {
  const reason = `the home page answered with HTTP status ${page.status}`;
  if (page.status >= FIRST_SERVER_ERROR && !isFinalTry)
    throw new OutsideError({ service: 'web', kind: 'http', message: reason, code: page.status, retryable: true });
  return { found: null, page_status: page.status, page_url: page.finalUrl, reason };
}

/** Seen is when the page was read, which may have been some days before it was asked for. */
async function keep(
  ctx: AppContext,
  { domain, runId, sendsMessage = true }: DiscoverInput,
  { properties, seenAt }: { readonly properties: readonly Property[]; readonly seenAt: Date },
): Promise<void> {
  const profiles = properties.filter(({ kind }) => kind === 'social').map(({ platform, url }) => ({ platform, url }));
  await ctx.postgres.transaction(async (tx) => {
    await upsertProperties(tx, domain.id, properties, seenAt);
    if (profiles.length === 0 || !sendsMessage) return;
    const payload = { domain: domain.domain, profiles };
    await ctx.workflows.sendAll(tx, scrapeSocial, [{ id: `social-scrape-${domain.id}-${runId}`, payload }]);
  });
}

function countKinds(properties: readonly Property[]): Record<PropertyKind, number> {
  const counts = Object.fromEntries(PROPERTY_KINDS.map((kind) => [kind, 0])) as Record<PropertyKind, number>;
  for (const { kind } of properties) counts[kind] += 1;
  return counts;
}
