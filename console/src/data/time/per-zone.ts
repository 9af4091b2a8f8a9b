/** Keeps what is made for a time zone: a formatter takes a millisecond to make, and the cells of a table ask for hundreds. */
export function oncePerZone<Made>(make: (timeZone: string) => Made): (timeZone: string) => Made {
  const known = new Map<string, Made>();
  return (timeZone) => {
    const made = known.get(timeZone) ?? make(timeZone);
    known.set(timeZone, made);
    return made;
  };
}
