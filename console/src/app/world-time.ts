/** The last second of the day that a simulated world is on: whatever was read on it has been. Without one, the real time. */
export function toWorldTime(real: Date, worldDate: string | undefined): Date {
  return worldDate === undefined ? real : new Date(`${worldDate.slice(0, 10)}T23:59:59Z`);
}
