import type { GetMeResponse } from '#client';

type Me = NonNullable<GetMeResponse>;
export type Right = Me['rights'][number];
/** A part of the service that a member can be limited to. */
export type Part = NonNullable<Me['screens']>[number];
/** Fields of answers that are left out for some. */
export type Hidden = Me['hides'][number];

/** What a person may do and is shown. */
export interface Rights {
  readonly rights: ReadonlySet<Right>;
  readonly hides: ReadonlySet<Hidden>;
  /** Undefined: all. */
  readonly parts: ReadonlySet<Part> | undefined;
}

export function toRights({ rights, hides, screens }: Pick<Me, 'rights' | 'hides' | 'screens'>): Rights {
  return { rights: new Set(rights), hides: new Set(hides), parts: screens === null ? undefined : new Set(screens) };
}
