/**
 * What `work` gives, if it does so in time; the work itself goes on.
 * @throws Error `no answer within <ms> ms`, or what the work throws
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
