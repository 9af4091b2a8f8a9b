import { findEventKind } from '../../events/index.ts';

/**
 * Whether a message speaks of an alert that only those may see who see costs. @param body of the message
 * Messages of releases before this field do not say what they are about: they count as such.
 */
export function isAboutMoney(body: Readonly<Record<string, unknown>>): boolean {
  if (!('alert' in body)) return false;
  const { events } = body as { readonly events?: readonly string[] };
  return events === undefined || events.some((event) => findEventKind(event)?.needs === 'see_costs');
}
