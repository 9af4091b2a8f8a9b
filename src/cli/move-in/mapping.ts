/** What the user says of a file. */
export interface MappingFlags {
  readonly site?: string;
  readonly location?: number;
  readonly language?: string;
  readonly device?: string;
  readonly timeZone?: string;
  readonly dateOrder?: string;
  readonly depth?: number;
  readonly day?: string;
  readonly meaning?: readonly string[];
}

/** The fields of a mapping that the flags say. @throws Error for a meaning that cannot be read */
export function toMapping(flags: MappingFlags): object {
  const said = {
    domain: flags.site,
    location_code: flags.location,
    language_code: flags.language,
    device: flags.device,
    time_zone: flags.timeZone,
    date_order: flags.dateOrder,
    depth: flags.depth,
    day: flags.day,
    meanings: flags.meaning && Object.fromEntries(flags.meaning.map(readMeaning)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function readMeaning(text: string): [token: string, meaning: object] {
  // The text itself may hold the sign.
  const at = text.lastIndexOf('=');
  const [token, said] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && said === 'unknown') return [token, { outcome: 'unknown' }];
  if (at > 0 && said === 'not_found') return [token, { outcome: 'not_found', depth: null }];
  const depth = /^not_found:(\d{1,4})$/u.exec(said)?.[1];
  if (at > 0 && depth !== undefined) return [token, { outcome: 'not_found', depth: Number(depth) }];
  if (at > 0 && /^\d{1,4}$/u.test(said)) return [token, { outcome: 'ranked', position: Number(said) }];
  throw new Error(`${text} is no meaning: write TEXT=unknown, TEXT=not_found, TEXT=not_found:20 or TEXT=5`);
}
