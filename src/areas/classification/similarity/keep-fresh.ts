/** A value that is loaded for an owner, such as a store, and believed for a while. */
export interface Kept<Owner extends object, Value> {
  get(owner: Owner): Promise<Value>;
  /** Has it loaded again at the next call: it was changed here. */
  forget(owner: Owner): void;
}

/** Callers that come while it is loaded share one load. A load that fails is not kept. */
export function keepFresh<Owner extends object, Value>(load: (owner: Owner) => Promise<Value>, freshMs: number): Kept<Owner, Value> {
  const kept = new WeakMap<Owner, { readonly value: Promise<Value>; readonly loadedAt: number }>();
  return {
    async get(owner) {
      const known = kept.get(owner);
      if (known !== undefined && performance.now() - known.loadedAt < freshMs) return await known.value;
      const value = load(owner);
      kept.set(owner, { value, loadedAt: performance.now() });
      value.catch(() => kept.delete(owner));
      return await value;
    },
    forget: (owner) => void kept.delete(owner),
  };
}
