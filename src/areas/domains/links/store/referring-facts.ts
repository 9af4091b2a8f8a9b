import { isSeen, seenBy, type Seer } from '../../records/store/details.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A site whose referring domains were looked at. */
export interface LookedTarget {
  readonly target: string;
  /** Everything that the provider had came: a domain that is not there does not link. */
  readonly isWhole: boolean;
}

/** The targets, of those that the caller sees, whose referring domains were looked at. */
export async function listLookedTargets(sql: Sql, targets: readonly string[], seer: Seer): Promise<LookedTarget[]> {
  const { rows } = await sql.query<LookedTarget>(
    `select d.domain as target, coalesce(f.is_whole, false) as is_whole
     from domains d left join domain_fetches f on f.domain_id = d.id and f.part = 'referring_domains'
     where d.domain = any ($1) and ${isSeen(2)}
       and (f.completed_at is not null or exists (select from referring_domains r where r.domain_id = d.id))
     order by d.domain`,
    [targets, ...seenBy(seer)],
  );
  return rows;
}

/** A domain that links, or did, to a target. */
export interface ReferringFact {
  readonly target: string;
  readonly referringDomain: string;
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly isLost: boolean;
}

/** Which of some domains link, or did, to targets that the caller sees. */
export async function listReferringFacts(
  sql: Sql,
  { targets, sources }: { readonly targets: readonly string[]; readonly sources: readonly string[] },
  seer: Seer,
): Promise<ReferringFact[]> {
  const { rows } = await sql.query<ReferringFact>(
    `select d.domain as target, r.referring_domain, r.rank, r.backlinks_count as backlinks, r.our_lost_at is not null as is_lost
     from domains d join referring_domains r on r.domain_id = d.id
     where d.domain = any ($1) and ${isSeen(2)} and r.referring_domain = any ($5)
     order by r.referring_domain, d.domain`,
    [targets, ...seenBy(seer), sources],
  );
  return rows;
}
