import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import type { StepScope } from '#workflows/define.ts';
import { appIconsQueue } from '../queues.ts';
import { drawIcon, ICON_TYPE } from './draw-icon.ts';
import { isStored, toIconKey, toLargePicture, type IconSource } from './icon.ts';
import { listIconsAnywhere, setIconKeys } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'app-icons': WorkflowType<z.input<typeof AppIconsInput>, AppIconsOutput>;
  }
}

const AppIconsInput = z.object({
  platform: z.enum(PLATFORMS),
  icons: z.array(z.object({ app_id: z.string(), icon_url: z.string() })).min(1),
});
type AppIconsInput = z.infer<typeof AppIconsInput>;

export interface AppIconsOutput {
  /** Icons that have a copy now. One that was stored before, or that its app does not show any more, is in neither list. */
  readonly stored: number;
  /** Icons that are shown from the store's own address. */
  readonly failed: readonly { readonly app_id: string; readonly error: string }[];
}

/**
 * Fetches icons, draws them in one size and keeps them. An icon that cannot be fetched or drawn does not fail the others: it is
 * tried again where that can help, and listed at the end.
 */
export const appIcons = defineWorkflow({
  name: 'app-icons',
  summary: 'keeps copies of icons of apps',
  input: AppIconsInput,
  queue: appIconsQueue,
  steps: ['storeIcons'],
  run: async (ctx, input: AppIconsInput): Promise<AppIconsOutput> => await ctx.step('storeIcons', (scope) => storeIcons(ctx, input, scope)),
});

async function storeIcons(ctx: WorkflowContext, input: AppIconsInput, { signal, isLastTry }: StepScope): Promise<AppIconsOutput> {
  const icons = await listWanted(ctx, input);
  const ended = await Promise.all(icons.map(async (icon) => ({ icon, error: await storeIcon(ctx, icon, signal) })));
  const stored = ended.flatMap(({ icon, error }) => (error === undefined ? [{ ...icon, iconKey: toIconKey(icon) }] : []));
  await setIconKeys(ctx.postgres, stored);
  const failed = ended.flatMap(({ icon, error }) => (error === undefined ? [] : [{ icon, error }]));
  const again = failed.find(({ error }) => error.retryable);
  if (again !== undefined && !isLastTry) throw again.error;
  return { stored: stored.length, failed: failed.map(({ icon, error }) => ({ app_id: icon.appId, error: error.message })) };
}

/** Icons that a storefront shows and that have no copy yet. */
async function listWanted({ postgres }: WorkflowContext, { platform, icons }: AppIconsInput): Promise<IconSource[]> {
  const known = await listIconsAnywhere(
    postgres,
    platform,
    icons.map((icon) => icon.app_id),
  );
  const missing = new Set(known.filter((icon) => !isStored(icon)).map(({ appId, iconUrl }) => `${appId} ${iconUrl}`));
  return icons.flatMap(({ app_id: appId, icon_url: iconUrl }) =>
    missing.has(`${appId} ${iconUrl}`) ? [{ platform, appId, iconUrl }] : [],
  );
}

/** Why there is no copy; what is wrong with our own stores is thrown. */
async function storeIcon({ pictures, blobs }: WorkflowContext, icon: IconSource, signal: AbortSignal): Promise<OutsideError | undefined> {
  try {
    const drawn = await drawIcon(await pictures.fetchPicture(toLargePicture(icon.iconUrl), signal));
    await blobs.put(toIconKey(icon), drawn, ICON_TYPE);
    return undefined;
  } catch (error) {
    if (error instanceof OutsideError) return error;
    throw error;
  }
}
