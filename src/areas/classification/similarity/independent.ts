import { getPublicSuffix } from 'tldts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { Kind } from './example.ts';

/** An item and what it is. */
export interface Subject {
  readonly kind: Kind;
  readonly item: string;
}

function toHost({ kind, item }: Subject): string {
  return kind === 'url' ? new URL(item).hostname : item;
}

/** What corrections are independent by: the registered domain of pages and hosts, and each keyword is one. */
export function toSource(subject: Subject): string {
  return subject.kind === 'keyword' ? subject.item : toRegistrableDomain(toHost(subject));
}

/**
 * Whether two hosts are tenants of one platform (`a.github.io` and `b.github.io`, by the private section of the public suffix list):
 * they look alike by the platform's name and have nothing else in common.
 */
export function areTenants(one: Subject, other: Subject): boolean {
  if (one.kind === 'keyword' || other.kind !== one.kind || toSource(one) === toSource(other)) return false;
  const platform = toPlatform(one);
  return platform !== undefined && platform === toPlatform(other);
}

/** Whether an item is of a host that a platform gave away. */
export function isTenant(subject: Subject): boolean {
  return subject.kind !== 'keyword' && toPlatform(subject) !== undefined;
}

function toPlatform(subject: Subject): string | undefined {
  const host = toHost(subject);
  const suffix = getPublicSuffix(host, { allowPrivateDomains: true });
  return suffix === null || suffix === getPublicSuffix(host) ? undefined : suffix;
}
