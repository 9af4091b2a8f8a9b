/** A cache shared by all processes, with a small memory in front. Losing it costs money, never truth. */
export interface Cache {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}
