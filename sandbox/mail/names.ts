import { z } from 'zod';
import { badRequest } from '../control/problem.ts';

/** Text records of names, as a name server has them. */
export interface NameTable {
  find(name: string): readonly string[];
  /** @throws ControlProblem for a body of another shape */
  set(body: unknown): { readonly name: string; readonly texts: readonly string[] };
  clear(): void;
}

const NamesBody = z.strictObject({ name: z.string().min(1).max(253).toLowerCase(), texts: z.array(z.string().max(4_096)).max(20) });

/** The domain that the service sends from in sandbox mode says that it may. */
export const MAIL_DOMAIN = 'sightline.example';
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  [MAIL_DOMAIN]: ['v=spf1 ip4:127.0.0.1 -all'],
  [`_dmarc.${MAIL_DOMAIN}`]: ['v=DMARC1; p=quarantine'],
};

export function makeNameTable(): NameTable {
  let texts = new Map(Object.entries(RECORDS));
  return {
    find: (name) => texts.get(name.toLowerCase()) ?? [],
    set: (body) => {
      const parsed = NamesBody.safeParse(body);
      if (!parsed.success) throw badRequest('the body is { "name": <name>, "texts": [<texts>] }');
      texts.set(parsed.data.name, parsed.data.texts);
      return parsed.data;
    },
    clear: () => {
      texts = new Map(Object.entries(RECORDS));
    },
  };
}
