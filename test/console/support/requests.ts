import type { Route } from 'playwright-core';

/** Fails a request as a network does that is not there. */
export async function cut(route: Route): Promise<void> {
  await route.abort();
}

/** Keeps requests until they are released. */
export function hold(): { readonly route: (route: Route) => Promise<void>; readonly release: () => Promise<void> } {
  const held: Route[] = [];
  return {
    route: async (route) => void held.push(route),
    // Those that the page has given up are gone.
    release: async () => void (await Promise.allSettled(held.map(async (route) => await route.continue()))),
  };
}
