import { AppError } from '#kernel/errors.ts';

/** What an API key may do. */
export const SCOPES = ['read', 'write', 'manage', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What a caller may do: each endpoint needs one of these (`x-right` of the API document). A key has those of its scopes, and `admin`
 * is all of them; people have those of their role (`src/areas/people/roles.ts`).
 */
export const RIGHTS = {
  look: { scope: 'read', summary: 'see what is kept' },
  export: { scope: 'read', summary: 'take lists away as CSV' },
  see_costs: { scope: 'read', summary: 'see prices, budgets and what was spent' },
  ask: { scope: 'read', summary: 'look things up outside, which can cost' },
  annotate: { scope: 'write', summary: 'write notes on charts' },
  edit: { scope: 'write', summary: 'change keywords, sites, tags, shares and checks, and spend on them' },
  manage_projects: { scope: 'write', summary: 'make and archive projects' },
  manage: { scope: 'manage', summary: 'members, invitations, keys, budgets and the audit log of an organization' },
  own: { scope: 'manage', summary: 'owners, sign-in settings and the end of an organization' },
  operate: { scope: 'admin', summary: 'run the service: everything of every organization' },
} as const satisfies Readonly<Record<string, { readonly scope: Scope; readonly summary: string }>>;
export type Right = keyof typeof RIGHTS;

export const RIGHT_NAMES = Object.keys(RIGHTS) as readonly Right[];

/** The rights of a key with these scopes. */
export function listRights(scopes: Iterable<Scope>): ReadonlySet<Right> {
  const held = new Set(scopes);
  return new Set(RIGHT_NAMES.filter((right) => held.has('admin') || held.has(RIGHTS[right].scope)));
}

/** Fields of answers that a caller is not shown, by their names. They are left out, in CSV too. */
export const HIDDEN_FIELDS = {
  money: /(?:^|_)(?:usd|costs?|price|cpc|bid|budgets?|spend|spent|credits)(?:_|$)/u,
  volume: /(?:^|_)(?:volumes?|traffic)(?:_|$)/u,
} as const;
export type HiddenFields = keyof typeof HIDDEN_FIELDS;
export const HIDDEN_NAMES = Object.keys(HIDDEN_FIELDS) as [HiddenFields, ...HiddenFields[]];

type Rights = { readonly kind: string; readonly rights: ReadonlySet<Right> };

export function hasRight({ rights }: Pick<Rights, 'rights'>, right: Right): boolean {
  return rights.has(right);
}

/** @throws AppError `Forbidden` when the caller lacks the right */
export function requireRight(caller: Rights, right: Right): void {
  if (hasRight(caller, right)) return;
  const { scope, summary } = RIGHTS[right];
  const message = caller.kind === 'user' ? `Your role does not include this: ${summary}.` : `This needs a key with the scope \`${scope}\`.`;
  throw new AppError('forbidden', 'Forbidden', { message });
}
