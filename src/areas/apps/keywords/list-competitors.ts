import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toShownIcon } from '../icons/icon.ts';
import { findApps, type StoredApp } from '../records/index.ts';
import { findCompetitors, type Competitor } from './find-competitors.ts';
import { getAppInProject, type AppInProject } from '../app-ref/app-in-project.ts';
import { listReadSearches } from './store/searches.ts';
import { termList } from './store/terms.ts';

export interface CompetitorsInput extends AppInProject {
  readonly languageCode: string | undefined;
  /** Positions that count. */
  readonly within: number;
}

/** Another app, and what the store says of it; null: only its id is known. */
export interface ShownCompetitor extends Competitor {
  readonly app: StoredApp | null;
  /** Our own copy, or the store's address while there is none. */
  readonly shownIcon: string | null;
}

export interface Competitors {
  readonly storefront: string;
  readonly termsTracked: number;
  /** Terms whose search was read at least once. */
  readonly termsRead: number;
  readonly competitors: readonly ShownCompetitor[];
  readonly total: number;
}

const TERMS_MAX = 1_000;

/**
 * Apps that stand in the store searches of the terms that a project tracks for an app, from the newest answers.
 * @throws AppError `Project not found`, `App not found`
 */
export async function listAppCompetitors(
  ctx: ProjectReader & Pick<RequestContext, 'publicUrl'>,
  input: CompetitorsInput,
  { limit, offset }: Page,
): Promise<Competitors> {
  const { storefront } = await getAppInProject(ctx, input);
  const { projectId, platform, appId, languageCode, within } = input;
  const terms = await termList.page(
    ctx.postgres,
    { projectId, platform, storefront, appId, languageCode },
    { limit: TERMS_MAX, offset: 0 },
  );
  const read = await listReadSearches(ctx.postgres, terms);
  const found = findCompetitors(appId, read, within);
  const shown = found.slice(offset, offset + limit);
  const apps = await findApps(ctx.postgres, { platform, storefront, appIds: shown.map((one) => one.appId) });
  return {
    storefront,
    termsTracked: terms.length,
    termsRead: read.length,
    competitors: shown.map((one) => {
      const app = apps.get(one.appId) ?? null;
      return { ...one, app, shownIcon: app && toShownIcon(app, ctx.publicUrl()) };
    }),
    total: found.length,
  };
}
