/** @example CamelCase<'cost_usd'> is 'costUsd' */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** An object under the names that its fields have inside: `{ cost_usd: number }` is `{ costUsd: number }`. */
export type InCamelCase<Fields> = { readonly [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name] };

/** @example toCamelCase('cost_usd') // 'costUsd' */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/gu, (_all, letter: string) => letter.toUpperCase());
}
