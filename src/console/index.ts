import { makeConsoleFiles, type ConsoleFile } from './console-files.ts';
import { ensureConsole, type ConsoleState } from './ensure-console.ts';
import { CONSOLE_PLACES, type ConsolePlaces } from './places.ts';
import { toWaitingPage } from './waiting-page.ts';

export { type ConsoleFile } from './console-files.ts';
export { ensureConsole } from './ensure-console.ts';

export type PageName = 'index.html' | 'share.html';

/** The web console as this process serves it. */
export interface WebConsole {
  /** Builds it if its sources have changed. @throws Error with what Vite said, when it failed */
  ensure(): Promise<ConsoleState>;
  /** A file by its path below `/console/`; no other path leads to a file. */
  findFile(path: string): Promise<ConsoleFile | undefined>;
  /** The text of a page, with its nonce; while there is none, a page that says why. */
  getPage(name: PageName, nonce: string): Promise<string>;
}

export function makeWebConsole(places: ConsolePlaces = CONSOLE_PLACES): WebConsole {
  const files = makeConsoleFiles(places);
  let isBuilding = false;
  return {
    async ensure() {
      isBuilding = true;
      try {
        return await ensureConsole(places);
      } finally {
        isBuilding = false;
      }
    },
    findFile: (path) => files.find(path),
    async getPage(name, nonce) {
      const page = (await files.find(name))?.plain.toString('utf8');
      return page?.replaceAll('__NONCE__', nonce) ?? toWaitingPage({ isBuilding });
    },
  };
}
