import { readFileSync } from 'node:fs';

let version: string | undefined;

/** The version of the package, as `/health` and the OpenAPI document show it; read once. */
export function readVersion(): string {
  version ??= (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
  return version;
}
