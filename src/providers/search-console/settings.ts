import { ACCOUNT } from '../limits/call-limiter.ts';

/** In errors, log lines and call limits. Its calls cost nothing. */
export const SERVICE = 'search-console';
const CONCURRENCY = 5;
/** Google's limit for a site and for a user is 1,200. */
const PER_MINUTE = 1_000;

/** Where Search Console is, and who asks. */
export interface SearchConsoleSettings {
  /** The OAuth client that the operator made; undefined: people cannot sign in, service accounts can. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Addresses without the path of a call. */
  readonly apiUrl: string;
  readonly inspectionUrl: string;
}

export const GOOGLE: Omit<SearchConsoleSettings, 'clientId' | 'clientSecret'> = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  apiUrl: 'https://www.googleapis.com',
  inspectionUrl: 'https://searchconsole.googleapis.com',
};

const SANDBOX_CLIENT = { clientId: 'sandbox-search-console.apps.example.com', clientSecret: 'sandbox-search-console-secret' };

/** The same in the sandbox (docs/sandbox.md, "Search Console"). */
export function toSandboxSettings(sandboxUrl: string): SearchConsoleSettings {
  const base = `${sandboxUrl}/search-console`;
  return { ...SANDBOX_CLIENT, authorizeUrl: `${base}/o/oauth2/v2/auth`, tokenUrl: `${base}/token`, apiUrl: base, inspectionUrl: base };
}

export const searchConsole = {
  services: [],
  toCallLimits: () => [{ service: SERVICE, class: ACCOUNT, perMinute: PER_MINUTE, concurrency: CONCURRENCY }],
};
