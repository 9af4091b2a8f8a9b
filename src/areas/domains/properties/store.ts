import type { Sql } from '#stores/postgres/types.ts';
import type { Profile } from './platforms.ts';
import type { Property, PropertyKind, PropertySource, StoredProperty } from './property.ts';

/** Shown of one domain; a home page has fewer. */
const PROPERTIES_MAX = 500;

/**
 * Writes the properties found on a home page. Known ones keep `first_seen` and their account; those that are no
 * longer found keep `last_seen`.
 */
export async function upsertProperties(sql: Sql, domainId: number, properties: readonly Property[], seenAt: Date): Promise<void> {
  if (properties.length === 0) return;
  await sql.query(UPSERT, [
    domainId,
    properties.map(({ kind }) => kind),
    properties.map(({ url }) => url),
    properties.map(({ platform }) => platform),
    // The account of a profile is recorded by the workflow `social-scrape`.
    properties.map(({ kind, handle }) => (kind === 'social' ? null : handle)),
    properties.map(({ foundIn }) => foundIn.join(' ')),
    seenAt,
  ]);
}

const UPSERT = `
  insert into brand_properties (domain_id, kind, url, platform, handle, found_in, first_seen, last_seen)
  select $1, kind, url, platform, handle, string_to_array(found_in, ' '), $7, $7
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as found (kind, url, platform, handle, found_in)
  on conflict (domain_id, url) do update set
    kind = excluded.kind,
    platform = excluded.platform,
    handle = coalesce(excluded.handle, brand_properties.handle),
    found_in = excluded.found_in,
    last_seen = greatest(brand_properties.last_seen, excluded.last_seen)`;

/** Writes platform, account and address of profiles. @returns how many were not recorded before */
export async function recordProfiles(sql: Sql, domainId: number, profiles: readonly Profile[], now: Date): Promise<number> {
  const unique = [...new Map(profiles.map((profile) => [profile.url, profile])).values()];
  const { rows } = await sql.query<{ isNew: boolean }>(RECORD, [
    domainId,
    unique.map(({ url }) => url),
    unique.map(({ platform }) => platform),
    unique.map(({ handle }) => handle),
    now,
  ]);
  return rows.filter((row) => row.isNew).length;
}

/** The first record stays, so that a repetition changes nothing. */
const RECORD = `
  insert into brand_properties (domain_id, kind, url, platform, handle, first_seen, last_seen, recorded_at)
  select $1, 'social', url, platform, handle, $5, $5, $5
  from unnest($2::text[], $3::text[], $4::text[]) as profile (url, platform, handle)
  on conflict (domain_id, url) do update set
    platform = excluded.platform,
    handle = excluded.handle,
    recorded_at = coalesce(brand_properties.recorded_at, excluded.recorded_at)
  returning recorded_at = $5 as is_new`;

/** Addresses of a domain's profiles, the last seen first. */
export async function listProfileAddresses(sql: Sql, domainId: number, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ url: string }>(
    `select url from brand_properties where domain_id = $1 and kind = 'social' order by last_seen desc, url limit $2`,
    [domainId, limit],
  );
  return rows.map(({ url }) => url);
}

interface PropertyRow {
  kind: PropertyKind;
  url: string;
  platform: string;
  handle: string | null;
  foundIn: PropertySource[];
  firstSeen: Date;
  lastSeen: Date;
}

/** What is known of a domain's other homes, by kind and platform. */
export async function listDomainProperties(sql: Sql, domainId: number): Promise<StoredProperty[]> {
  const { rows } = await sql.query<PropertyRow>(
    `select kind, url, platform, handle, found_in, first_seen, last_seen from brand_properties
     where domain_id = $1 order by array_position(array['social', 'app', 'subdomain', 'feed'], kind), platform, url limit $2`,
    [domainId, PROPERTIES_MAX],
  );
  return rows.map(({ foundIn, firstSeen, lastSeen, ...row }) => ({
    ...row,
    foundIn,
    firstSeen,
    lastSeen,
  }));
}
