import type { RequestContext } from '#context';

export interface Health {
  readonly status: 'ok' | 'degraded' | 'down' | 'not_configured';
  readonly latencyMs?: number;
  readonly detail?: string;
}

/** Something that the service needs, under its name in `GET /health`. */
export interface HealthCheck {
  readonly name: string;
  /** Never throws; open to everybody, so a detail names no host and no user. */
  readonly check: (ctx: RequestContext) => Promise<Health>;
  /** The service is down without it; otherwise degraded. */
  readonly isVital?: true;
}
