/** A schedule in UTC: a cron text and the workflow that it starts. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly workflow: string;
  readonly input: unknown;
}
