import { APPS, SOCIAL, type ProfilePlatform } from './platform-list.ts';

/** An account or an app behind an address. */
export interface Profile {
  /** `x`, `linkedin`, `store_a` ... */
  readonly platform: string;
  readonly handle: string;
  /** The address as it is written down: the same for every spelling of the same profile. */
  readonly url: string;
}

type PlatformHosts = ReadonlyMap<string, ProfilePlatform>;

const toHosts = (platforms: readonly ProfilePlatform[]): PlatformHosts =>
  new Map(platforms.flatMap((platform) => platform.hosts.map((host) => [host, platform])));
const SOCIAL_HOSTS = toHosts(SOCIAL);
const APP_HOSTS = toHosts(APPS);

/** Profiles have short addresses. */
const ADDRESS_LENGTH_MAX = 512;

/** Parameters that are part of an address; the other parameters are for tracking. */
const IDENTIFYING = ['id', 'phone'];

/** The profile that an address is, on one of the platforms of the list; share links and posts are none. */
export function findProfile(address: string): Profile | undefined {
  return findOn(SOCIAL_HOSTS, address);
}

/** The listing in an app store that an address is. `platform` is `store_a` or `store_b`, `handle` the app's id. */
export function findAppListing(address: string): Profile | undefined {
  return findOn(APP_HOSTS, address);
}

/**
 * An account anywhere in the fediverse: its addresses look alike on every server, and like those of other
 * services too, so that it takes a `rel="me"` to believe it.
 */
export function findFediverseAccount(address: string): Profile | undefined {
  const url = URL.parse(address);
  const handle = url === null ? undefined : /^\/@(\w[\w.-]{0,99})\/?$/u.exec(url.pathname)?.[1];
  if (url === null || handle === undefined) return undefined;
  return { platform: 'mastodon', handle: `${handle}@${url.hostname}`, url: `https://${url.host}/@${handle}` };
}

function findOn(platforms: PlatformHosts, address: string): Profile | undefined {
  const url = address.length > ADDRESS_LENGTH_MAX ? null : URL.parse(address);
  const platform = url === null ? undefined : findPlatform(platforms, url.hostname);
  if (url === null || platform === undefined) return undefined;
  const path = toPath(url, platform.tails ?? []);
  const parameters = toParameters(url);
  for (const written of parameters === '' ? [path] : [`${path}?${parameters}`, path]) {
    for (const [form, template] of platform.forms) {
      const handle = form.exec(written)?.[1];
      if (handle === undefined || platform.not?.includes(handle.toLowerCase()) === true) continue;
      const values: Readonly<Record<string, string>> = { '{}': handle, '{host}': url.host, '{path}': path };
      const found = template.replaceAll(/\{(?:host|path)?\}/gu, (name) => values[name] ?? '');
      return { platform: platform.name, handle: template.includes('{host}') ? `${handle}@${url.hostname}` : handle, url: found };
    }
  }
  return undefined;
}

/** By the host itself or one that it stands below. */
function findPlatform(platforms: PlatformHosts, hostname: string): ProfilePlatform | undefined {
  for (let host = hostname; host !== ''; host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : '') {
    const platform = platforms.get(host);
    if (platform !== undefined) return platform;
  }
  return undefined;
}

/** The path without a slash at its end and without pages of a profile. */
function toPath(url: URL, tails: readonly string[]): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > 1 && tails.includes(segments.at(-1)?.toLowerCase() ?? '')) segments.pop();
  return `/${segments.join('/')}`;
}

function toParameters({ searchParams }: URL): string {
  const kept = IDENTIFYING.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return kept.join('&');
}
