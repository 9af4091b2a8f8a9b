/** What a view keeps of an address: each parameter as a text or a list of texts. */
export type ViewParams = Record<string, string | string[]>;

/** The search parameters of an address as a view keeps them; `open` belongs to the moment. */
export function toViewParams(search: Readonly<Record<string, unknown>>): ViewParams {
  const kept = Object.entries(search).filter(([name, value]) => name !== 'open' && value !== undefined && value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]));
}

/** The search parameters of a view; everything else of the address goes. Texts become numbers and flags again. */
export function fromViewParams(params: ViewParams, search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
  const values = Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value : toValue(value)]);
  return { ...cleared, ...Object.fromEntries(values) };
}

function toValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/u.test(text) ? Number(text) : text;
}
