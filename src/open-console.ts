import { findShareFrameHosts } from '#areas/shares/index.ts';
import type { AppContext } from '#context';
import type { ConsoleParts } from '#http/serving/console-routes.ts';
import { makeWebConsole, type WebConsole } from './console/index.ts';

export { type WebConsole } from './console/index.ts';

/** The web console, and how a server shows it; a worker shows none. */
export function openConsole(context: AppContext): { readonly webConsole: WebConsole; readonly shown: { readonly console?: ConsoleParts } } {
  const webConsole = makeWebConsole();
  if (context.config.role === 'worker') return { webConsole, shown: {} };
  return { webConsole, shown: { console: { pages: webConsole, findFrameHosts: (token) => findShareFrameHosts(context, token) } } };
}
