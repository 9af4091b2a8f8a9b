import { makeConsoleFiles, type ConsoleFile } from './console-files.ts';
import { ensureConsole, type ConsoleState } from './ensure-console.ts';
import { CONSOLE_PATHS, type ConsolePaths } from './paths.ts';

export { type ConsoleFile } from './console-files.ts';
export { ensureConsole } from './ensure-console.ts';

export type PageName = 'index.html' | 'share.html';

/** The paths of the screens below `/console`; what begins with `$` is one part of any text. The console lists its screens itself, and a test compares. */
export const SCREEN_PATHS: readonly string[] = [
  '/',
  '/p/new',
  '/p/$projectId/add',
  '/p/$projectId',
  '/p/$projectId/keywords',
  '/p/$projectId/keywords/$keywordId',
  '/p/$projectId/heatmap',
  '/p/$projectId/competitors',
  '/p/$projectId/features',
  '/p/$projectId/pages',
  '/p/$projectId/checks',
  '/p/$projectId/runs/$runId',
  '/p/$projectId/answers',
  '/p/$projectId/answers/prompts',
  '/p/$projectId/answers/prompts/$promptId',
  '/p/$projectId/answers/sources',
  '/p/$projectId/answers/gaps',
  '/p/$projectId/answers/index',
  '/p/$projectId/answers/searches',
  '/p/$projectId/answers/unsure',
  '/p/$projectId/answers/setup',
  '/p/$projectId/alerts',
  '/p/$projectId/alerts/$alertId',
  '/p/$projectId/alerts/rules/$ruleId',
  '/p/$projectId/channels',
  '/p/$projectId/digests',
  '/p/$projectId/digests/$digestId',
  '/p/$projectId/clicks',
  '/p/$projectId/opportunities',
  '/p/$projectId/search-console',
  '/p/$projectId/exports',
  '/p/$projectId/exports/$exportId',
  '/p/$projectId/imports',
  '/p/$projectId/imports/$importId',
  '/p/$projectId/assets',
  '/p/$projectId/settings',
  '/domains',
  '/domains/$domain',
  '/p/$projectId/research',
  '/p/$projectId/research/$researchId',
  '/p/$projectId/apps',
  '/p/$projectId/apps/$platform/$appId',
  '/stores',
  '/stores/$platform/$categoryId',
  '/classification',
  '/classification/classify',
  '/classification/classify/$listId',
  '/classification/review',
  '/ops/workflows',
  '/ops/workflows/$type/$workflowId',
  '/ops/queues',
  '/ops/dead-letters',
  '/ops/costs',
  '/p/$projectId/costs',
  '/ops/jobs',
  '/ops/jobs/$jobId',
  '/ops/diagnostics',
  '/sandbox',
  '/inbox',
  '/approvals',
  '/settings/channels',
  '/settings/digests',
  '/settings/digests/$digestId',
  '/settings/members',
  '/settings/sign-in',
  '/settings/keys',
  '/settings/audit',
  '/settings/webhooks',
  '/settings',
  '/login',
  '/setup',
  '/password',
  '/invitation',
  '/account',
];

const SCREENS = SCREEN_PATHS.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/gu, '[^/]+')}/?$`, 'u'));

/** The web console as this process serves it. */
export interface WebConsole {
  /** Builds it if its sources have changed. @throws Error with what Vite said, when it failed */
  ensure(): Promise<ConsoleState>;
  /** Whether a screen has the path below `/console/`. */
  isScreen(path: string): boolean;
  /** A file by its path below `/console/`; no other path leads to a file. */
  findFile(path: string): Promise<ConsoleFile | undefined>;
  /** The text of a page, with its nonce; while there is none, a page that says why. */
  getPage(name: PageName, nonce: string): Promise<string>;
}

export function makeWebConsole(paths: ConsolePaths = CONSOLE_PATHS): WebConsole {
  const files = makeConsoleFiles(paths);
  let isBuilding = false;
  return {
    async ensure() {
      isBuilding = true;
      try {
        return await ensureConsole(paths);
      } finally {
        isBuilding = false;
      }
    },
    isScreen: (path) => SCREENS.some((pattern) => pattern.test(`/${path}`)),
    findFile: (path) => files.find(path),
    async getPage(name, nonce) {
      const page = (await files.find(name))?.plain.toString('utf8');
      return page?.replaceAll('__NONCE__', nonce) ?? toWaitingPage({ isBuilding });
    },
  };
}

/** Shown while the console is built, and where it cannot be. It loads itself again without a script. */
function toWaitingPage({ isBuilding }: { readonly isBuilding: boolean }): string {
  const text = isBuilding
    ? 'The console is being built. This takes a few seconds; the page loads itself again.'
    : 'The console is not built, and the tools for it are not installed. <code>npm ci</code> without <code>--omit=dev</code> builds it. The API is at <a href="/docs">/docs</a>.';
  const refresh = isBuilding ? '<meta http-equiv="refresh" content="2" />' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" />${refresh}<title>Sightline</title></head><body><p>${text}</p></body></html>`;
}
