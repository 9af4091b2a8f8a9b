const SEPARATORS = /\s+[-–—|·•»›:/]+\s+|\s*[|·•»›]\s*|:\s+|\s–\s/u;

/** The parts of a title: `Running shoes | Acme - Home` has three. */
export function splitTitle(title: string): string[] {
  return title
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
