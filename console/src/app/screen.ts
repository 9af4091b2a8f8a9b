import type { ComponentType } from 'react';
import * as v from 'valibot';
import type { Arrival } from './begin.ts';
import type { IconName } from '#ui/icons/paths.ts';
import type { Part, Right } from './rights.ts';

/** Where a screen stands in the sidebar; `none` has no entry. */
export const GROUPS = [
  'project',
  'counted',
  'exchange',
  'domains',
  'research',
  'apps',
  'classification',
  'operations',
  'settings',
  'none',
] as const;
export type Group = (typeof GROUPS)[number];

export type SearchSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** A screen as a value. The router, the sidebar, the palette and the browser walk read the list of them. */
export interface Screen<Search extends SearchSchema = SearchSchema> {
  readonly name: string;
  /** Below `/console`, with `$name` for parameters. `$projectId` makes it a screen of a project. */
  readonly path: string;
  readonly title: string;
  readonly group: Group;
  /** The name of the screen that leads here: the way back, and the entry of the sidebar that is lit. */
  readonly parent?: string;
  /** In the sidebar. */
  readonly icon?: IconName;
  /** The key after `g` that jumps here. */
  readonly jump?: string;
  /** What a person must be allowed to open it; to see what is kept unless given. For all others it is as if it did not exist. */
  readonly right?: Right;
  /** The parts of the service that its answers are of: of a member who is limited to others it is kept as well. None: everyone has it. */
  readonly parts?: readonly Part[];
  /** What the screen dates by the real clock, as the beginning of a sentence: in a simulated world it is said. */
  readonly realTimes?: string;
  /** Only while the service runs against the sandbox. */
  readonly isSandboxOnly?: boolean;
  /** A project is being made: none of the others is named around it. */
  readonly isBeforeProject?: boolean;
  /** Shown without a session and without the frame around it. */
  readonly isOpen?: boolean;
  /** What the address holds after `?`. Each field is optional or has a default: a wrong value is dropped, with a notice. */
  readonly search: Search;
  /** Asks for the largest answer of a screen of a project before the screen is loaded. */
  readonly begin?: (arrival: Arrival) => void;
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

/** Types the search parameters of a screen. */
export function defineScreen<Search extends SearchSchema>(screen: Screen<Search>): Screen<Search> {
  return screen;
}

export interface ParsedSearch {
  readonly values: Record<string, unknown>;
  /** Names of parameters whose values were wrong, and were dropped. */
  readonly dropped: readonly string[];
}

/** Addresses and saved views make numbers and flags of texts that look like them: a keyword can be `2026`. */
function parseField(field: SearchSchema['entries'][string], value: unknown) {
  const result = v.safeParse(field, value);
  return result.success || !['number', 'boolean'].includes(typeof value) ? result : v.safeParse(field, String(value));
}

/** Reads search parameters field by field, so that one wrong value costs nothing but itself. */
export function parseSearch(schema: SearchSchema, raw: Readonly<Record<string, unknown>>): ParsedSearch {
  const values: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, field] of Object.entries(schema.entries)) {
    const result = parseField(field, raw[name]);
    const value = result.success ? result.output : v.safeParse(field, undefined).output;
    if (!result.success) dropped.push(name);
    if (value !== undefined) values[name] = value;
  }
  return { values, dropped };
}
