import { randomBytes } from 'node:crypto';
import { requireOrganization, requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { countDomains, deleteDomain, findDomain, insertDomain, listDomainRows, updateProof, type OwnedDomain } from './store.ts';

export const DOMAINS_MAX = 100;
const TOKEN_BYTES = 20;

type DomainContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'names'>;

/** The text record that proves a domain. */
export function toRecord({ domain, token }: Pick<OwnedDomain, 'domain' | 'token'>): { readonly name: string; readonly text: string } {
  return { name: `_sightline.${domain}`, text: `sightline-proof=${token}` };
}

/** Domains that an organization named, by name. @throws AppError `Organization not found` */
export async function listDomains(ctx: DomainContext, organizationId: string): Promise<OwnedDomain[]> {
  await requireOrganization(ctx, organizationId);
  return await listDomainRows(ctx.postgres, organizationId, DOMAINS_MAX);
}

/**
 * Names a domain, to be proved next. One that is there stays as it is.
 * @throws AppError `Organization not found`, 409 beyond 100
 */
export async function addDomain(ctx: DomainContext, organizationId: string, domain: string): Promise<OwnedDomain> {
  const { postgres, clock } = ctx;
  await requireOrganization(ctx, organizationId);
  await postgres.transaction(async (tx) => {
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    await insertDomain(tx, { organizationId, domain, token, createdAt: new Date(clock.realNow()) });
    await requireRoom(tx, {
      things: 'domains',
      owner: { id: organizationId, title: 'An organization' },
      max: DOMAINS_MAX,
      count: () => countDomains(tx, organizationId),
      hint: 'Remove one that is not needed.',
    });
  });
  return await getDomain(ctx, organizationId, domain);
}

/**
 * Looks for the record. A domain whose record is gone is proved no more; when no name server answers nothing changes.
 * @throws AppError 404; OutsideError when no name server answers
 */
export async function proveDomain(ctx: DomainContext, organizationId: string, domain: string): Promise<OwnedDomain> {
  const owned = await getDomain(ctx, organizationId, domain);
  const { name, text } = toRecord(owned);
  const found = await ctx.names.listTexts(name);
  const isThere = found.some((one) => one.trim() === text);
  await updateProof(ctx.postgres, owned, { isThere, now: new Date(ctx.clock.realNow()) });
  return await getDomain(ctx, organizationId, domain);
}

/** @throws AppError 404 */
export async function removeDomain(ctx: DomainContext, organizationId: string, domain: string): Promise<void> {
  await requireOrganization(ctx, organizationId);
  if (!(await deleteDomain(ctx.postgres, organizationId, domain))) throw notFound('Domain');
}

async function getDomain(ctx: DomainContext, organizationId: string, domain: string): Promise<OwnedDomain> {
  await requireOrganization(ctx, organizationId);
  const found = await findDomain(ctx.postgres, organizationId, domain);
  if (found === undefined) throw notFound('Domain');
  return found;
}
