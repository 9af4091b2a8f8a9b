/** The colour of each state of the service and of its parts, and the words for it. */
export const HEALTH_COLORS = {
  ok: 'var(--good)',
  degraded: 'var(--warn)',
  down: 'var(--bad)',
  not_configured: 'var(--mantine-color-dimmed)',
} as const;
export const HEALTH_WORDS = { ok: 'is healthy', degraded: 'is degraded', down: 'is down', not_configured: 'not set up' } as const;
