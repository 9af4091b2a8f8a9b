/** Shown while the console is built, and where it cannot be. It loads itself again without a script. */
export function toWaitingPage({ isBuilding }: { readonly isBuilding: boolean }): string {
  const text = isBuilding
    ? 'The console is being built. This takes a few seconds; the page loads itself again.'
    : 'The console is not built, and the tools for it are not installed. <code>npm ci</code> without <code>--omit=dev</code> builds it. The API is at <a href="/docs">/docs</a>.';
  const refresh = isBuilding ? '<meta http-equiv="refresh" content="2" />' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" />${refresh}<title>Sightline</title></head><body><p>${text}</p></body></html>`;
}
