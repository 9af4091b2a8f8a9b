/** The UTC schedules of specification section 8: a cron text and the workflow that it starts. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly workflow: string;
  readonly input: unknown;
}
