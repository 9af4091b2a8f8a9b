/** Whether a host, as SQL has it, is one of the own sites. */
const isOwnHost = (host: string): string =>
  `(has({hosts:Array(String)}, ${host}) or arrayExists(parent -> endsWith(${host}, concat('.', parent)), {parents:Array(String)}))`;

/** The hosts that an AI overview refers to; empty in rows of other elements. */
const CITED_HOSTS = `arrayMap(one -> lower(domain(one.1)), JSONExtract(overview, 'Array(Tuple(String, Nullable(String), Nullable(String)))'))`;

/**
 * Whether a row of `serp_runs` leads to an own site or place, or is an AI overview that refers to one.
 * @param placeIds the name of the parameter
 */
export const isOwnRow = (placeIds: string): string =>
  `(${isOwnHost('domain')} or has({${placeIds}:Array(String)}, cid) or has({${placeIds}:Array(String)}, place_id)
    or arrayExists(host -> ${isOwnHost('host')}, ${CITED_HOSTS}))`;

/** Rows of which that is known: what leads nowhere is none, and neither is an AI overview that was not loaded. */
export const LEADS_SOMEWHERE = `(domain != '' or cid != '' or place_id != '' or overview != '')`;
