import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowContext } from '#context';
import { isRetryable } from '#kernel/errors.ts';
import type { LookupRecord, StoreDevice, StoreOptions } from '#providers/app-store/index.ts';
import { joinFreeSources, type AppRead, type Tried } from './app-read.ts';

export type FreeSources = Pick<WorkflowContext, 'appStore' | 'retryWaitsMs'>;

export interface FreeRequest {
  readonly storefront: string;
  readonly device: StoreDevice;
  readonly options: StoreOptions;
}

/** The records of the lookup service for many apps, by one call for 200. It may fail: pages are read all the same. */
export async function lookUp(
  ctx: FreeSources,
  appIds: readonly string[],
  { storefront, options }: FreeRequest,
): Promise<Tried<ReadonlyMap<string, LookupRecord>>> {
  return await tryAgain(ctx, options, () => ctx.appStore.fetchLookup(appIds, storefront, options));
}

/** One app by its page, beside its record if there is one. The record knows the page's own address, which saves a redirect. */
export async function readApp(
  ctx: FreeSources,
  appId: string,
  { records, storefront, device, options }: FreeRequest & { readonly records: Tried<ReadonlyMap<string, LookupRecord>> },
): Promise<AppRead> {
  const record: Tried<LookupRecord | undefined> = 'value' in records ? { value: records.value.get(appId) } : records;
  const pageUrl = 'value' in record ? record.value?.pageUrl : undefined;
  const page = await tryAgain(ctx, options, async () => {
    const product = await ctx.appStore.fetchProduct({ appId, storefront, device, pageUrl }, options);
    // Records keep the pictures of phones: those of tablets would look like a change of them.
    return device === 'ipad' ? { ...product, screenshotUrls: undefined } : product;
  });
  return joinFreeSources(page, record);
}

/** Tries again what may pass, after the waits of a step: one page that fails must not repeat the others. */
async function tryAgain<Value>({ retryWaitsMs }: FreeSources, { signal }: StoreOptions, work: () => Promise<Value>): Promise<Tried<Value>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return { value: await work() };
    } catch (error) {
      const waitMs = retryWaitsMs[tries];
      // The end of the step is not the store's failure.
      signal?.throwIfAborted();
      if (waitMs === undefined || !isRetryable(error)) return { error };
      const theirs = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : undefined;
      await sleep(Math.max(waitMs, typeof theirs === 'number' ? theirs : 0), undefined, { signal });
    }
  }
}
