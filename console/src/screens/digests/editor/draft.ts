import type { Digest, PutDigestsByDigestIdData } from '#client';

/** What stands in the editor of a digest. */
export type Draft = Pick<
  Digest,
  'name' | 'scope' | 'every' | 'at' | 'weekday' | 'day_of_month' | 'time_zone' | 'sections' | 'recipients' | 'skip_quiet' | 'enabled'
> & {
  /** Empty: that of the service. */
  readonly brandName: string;
  /** `#rrggbb`, or empty. */
  readonly brandColor: string;
};

export function toDraft(digest: Digest): Draft {
  const { name, scope, every, at, weekday, day_of_month, time_zone, sections, recipients, skip_quiet, enabled, brand } = digest;
  return {
    name,
    scope,
    every,
    at,
    weekday,
    day_of_month,
    time_zone,
    sections,
    recipients,
    skip_quiet,
    enabled,
    brandName: brand?.name ?? '',
    brandColor: brand?.color ?? '',
  };
}

/** What the service is sent: days only where the rhythm has them, projects only where the scope names them. */
export function toBody({ brandName, brandColor, ...draft }: Draft): NonNullable<PutDigestsByDigestIdData['body']> {
  const { scope, every, weekday, day_of_month: day } = draft;
  const name = brandName.trim() || null;
  const color = brandColor.trim() || null;
  return {
    ...draft,
    name: draft.name.trim(),
    scope: scope.kind === 'organization' ? { kind: scope.kind } : { kind: scope.kind, project_ids: scope.project_ids ?? [] },
    weekday: every === 'week' ? (weekday ?? 1) : null,
    day_of_month: every === 'month' ? (day ?? 1) : null,
    brand: name === null && color === null ? null : { name, color },
  };
}

/** A list with one of its values moved by so many places. */
export function move<Value>(list: readonly Value[], at: number, by: number): Value[] {
  const moved = [...list];
  const [value] = moved.splice(at, 1);
  if (value !== undefined) moved.splice(at + by, 0, value);
  return moved;
}
